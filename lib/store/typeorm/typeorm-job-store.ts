import type { DataSource, QueryRunner } from 'typeorm';
import type { Job } from '../../job/job.js';
import type { PastAttempt } from '../../job/job-event.js';
import type {
  CallerTransaction,
  ClaimedJob,
  ClaimRequest,
  InsertedJob,
  InsertRequest,
  JobStore,
  Lease,
  ListRequest,
  QueueCounts,
  Rescued,
  Settled,
  Settlement,
  When,
} from '../job-store.js';
import type { WakeUpChannel, WakeUpOptions } from '../wake-up-channel.js';
import { Backend, type BackendOptions } from './backend.js';
import { checkSchema } from './check-schema.js';
import { inSavepoint } from './in-savepoint.js';
import type { Plan, Work } from './plan.js';
import { readHistory } from './statements/append-history.js';
import { claimJobs } from './statements/claim-jobs.js';
import { countJobs } from './statements/count-jobs.js';
import { insertJobs, needsTransaction } from './statements/insert-jobs.js';
import { renewLeases } from './statements/lease.js';
import { releaseClaims } from './statements/put-back-job.js';
import { promoteJobs } from './statements/promote-jobs.js';
import { findJob, listJobs } from './statements/read-jobs.js';
import { rescheduleJob } from './statements/reschedule-job.js';
import { rescueJobs } from './statements/rescue-jobs.js';
import type { Schema } from './statements/schema.js';
import { completedOf, isOneStatement, settleJobs } from './statements/settle-jobs.js';
import { canFuse, completeAndClaim, settleAndClaim } from './statements/turn.js';
import { whileOpen } from './while-open.js';

export interface StoreOptions extends BackendOptions {
  /** Jobs that the worker of this process runs at once; 0 where there is none. */
  readonly concurrency: number;
  readonly warn: (text: string) => void;
}

/** The JobStore on a TypeORM DataSource. Each method says which statements it is made of, and whether they need a transaction. */
export class TypeOrmJobStore implements JobStore {
  private known: Backend | null = null;

  /** @param dataSource asked for at first use: the app makes its DataSource while modules are built. */
  constructor(
    private readonly dataSource: () => DataSource,
    private readonly options: StoreOptions,
  ) {}

  get parallel(): boolean {
    return this.backend.dialect.parallel;
  }

  async prepare(): Promise<void> {
    const { executor, dialect } = this.backend;
    await dialect.checkServer(this.dataSource(), executor);
    await checkSchema(this.backend);
    if (this.options.concurrency === 0) return;
    for (const text of await dialect.advice(this.dataSource(), executor, this.options.concurrency)) this.options.warn(text);
  }

  async insert({ committed, ...request }: InsertRequest, transaction?: CallerTransaction): Promise<InsertedJob[]> {
    const { callers, schema } = this.backend;
    const several = needsTransaction(schema, request);
    const runner = callers.runnerOf(transaction);
    const plan = () => insertJobs(schema, { ...request, joined: runner !== undefined });
    // A bulk that fails must leave the caller's transaction as it was, even where it is one statement.
    const inserted = await this.within(runner, { plan, atomic: several || (runner !== undefined && request.jobs.length > 1) });
    if (runner) callers.onCommit(runner, committed);
    else committed();
    return inserted;
  }

  async find(id: string, transaction?: CallerTransaction): Promise<Job | null> {
    const { callers, schema } = this.backend;
    return this.within(callers.runnerOf(transaction), { plan: () => findJob(schema, id), atomic: false });
  }

  list(request: ListRequest): Promise<Job[]> {
    return this.run((schema) => listJobs(schema, request));
  }

  counts(): Promise<QueueCounts[]> {
    return this.run(countJobs);
  }

  history(id: string): Promise<PastAttempt[]> {
    return this.run((schema) => readHistory(schema, id));
  }

  reschedule(id: string, when: When): Promise<{ job: Job; moved: boolean } | null> {
    return this.run((schema) => rescheduleJob(schema, id, when), true);
  }

  promote(limit: number): Promise<number> {
    return this.run((schema) => promoteJobs(schema, limit), this.needsLocks);
  }

  async claim(request: ClaimRequest): Promise<ClaimedJob[]> {
    const jobs = await this.run((schema) => claimJobs(schema, request), this.needsLocks);
    return jobs.map((job) => ({ job, leaseToken: request.leaseToken }));
  }

  async releaseClaims(leaseTokens: readonly string[]): Promise<number> {
    return (await this.run((schema) => releaseClaims(schema, leaseTokens), this.needsLocks)).length;
  }

  renewLeases(leases: readonly Lease[], lease: number): Promise<Lease[]> {
    return this.run((schema) => renewLeases(schema, leases, lease), this.needsLocks);
  }

  settle(settlements: readonly Settlement[]): Promise<Settled[]> {
    return this.run((schema) => settleJobs(schema, settlements), !isOneStatement(this.backend.schema, settlements));
  }

  async settleAndClaim(settlements: readonly Settlement[], request: ClaimRequest): Promise<{ settled: Settled[]; claimed: ClaimedJob[] }> {
    const fused = canFuse(this.backend.schema, settlements);
    const turn = await (fused
      ? this.run((schema) => completeAndClaim(schema, completedOf(settlements), request))
      : this.run((schema) => settleAndClaim(schema, settlements, request), true));
    return { settled: turn.settled, claimed: turn.claimed.map((job) => ({ job, leaseToken: request.leaseToken })) };
  }

  rescue(limit: number): Promise<Rescued[]> {
    return this.run((schema) => rescueJobs(schema, limit), true);
  }

  wakeUpChannel(options: WakeUpOptions): WakeUpChannel | null {
    const { dialect, executor } = this.backend;
    return dialect.wakeUpChannel(this.dataSource(), executor, options);
  }

  /** Without RETURNING, rows are read under a lock before they are changed. */
  private get needsLocks(): boolean {
    return !this.backend.dialect.returning;
  }

  private run<T>(plan: (schema: Schema) => Plan<T>, atomic = false): Promise<T> {
    const { schema, executor } = this.backend;
    return executor.run({ plan: () => plan(schema), atomic });
  }

  /** In the caller's transaction, statement by statement while it is open; without one on a connection of its own. */
  private within<T>(runner: QueryRunner | undefined, { plan, atomic }: Work<T>): Promise<T> {
    const { callers, executor } = this.backend;
    if (!runner) return executor.run({ plan, atomic });
    return executor.join(runner, () => whileOpen(atomic ? inSavepoint(plan()) : plan(), () => callers.isOpen(runner)));
  }

  private get backend(): Backend {
    return (this.known ??= new Backend(this.dataSource(), this.options));
  }
}

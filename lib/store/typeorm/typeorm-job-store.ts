import type { DataSource } from 'typeorm';
import { ForeignManagerError } from '../../errors/foreign-manager.error.js';
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
import { Backend } from './backend.js';
import { checkSchema } from './check-schema.js';
import type { Plan } from './plan.js';
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
import { completedOf, settleJobs } from './statements/settle-jobs.js';
import { canFuse, completeAndClaim, settleAndClaim } from './statements/turn.js';

export interface StoreOptions {
  /** Name of the DataSource, for messages. */
  readonly name: string;
  /** Milliseconds. */
  readonly queryTimeout: number;
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

  async prepare(): Promise<void> {
    const { executor, dialect } = this.backend;
    await dialect.checkServer(this.dataSource(), executor);
    await checkSchema(this.backend);
    if (this.options.concurrency === 0) return;
    for (const text of await dialect.advice(this.dataSource(), executor, this.options.concurrency)) this.options.warn(text);
  }

  async insert({ committed, ...request }: InsertRequest, transaction?: CallerTransaction): Promise<InsertedJob[]> {
    const several = needsTransaction(this.backend.schema, request);
    const runner = openRunner(transaction);
    const plan = (schema: Schema) => insertJobs(schema, { ...request, joined: runner !== undefined });
    if (!transaction || !runner) {
      const inserted = await this.run(plan, several);
      committed();
      return inserted;
    }
    this.checkManager(transaction);
    // A bulk that fails must leave the caller's transaction as it was, even where it is one statement.
    const inserted = await this.backend.executor.join(transaction, this.work(plan, several || request.jobs.length > 1));
    this.backend.commits.onCommit(runner, committed);
    return inserted;
  }

  find(id: string, transaction?: CallerTransaction): Promise<Job | null> {
    const work = this.work((schema) => findJob(schema, id), false);
    if (!transaction || !openRunner(transaction)) return this.backend.executor.run(work);
    this.checkManager(transaction);
    return this.backend.executor.join(transaction, work);
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
    const onlyCompleted = settlements.every(({ outcome }) => outcome.kind === 'completed');
    return this.run((schema) => settleJobs(schema, settlements), this.needsLocks || !onlyCompleted);
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

  /** Without RETURNING, rows are read under a lock before they are changed. */
  private get needsLocks(): boolean {
    return !this.backend.dialect.returning;
  }

  private run<T>(plan: (schema: Schema) => Plan<T>, atomic = false): Promise<T> {
    return this.backend.executor.run(this.work(plan, atomic));
  }

  private work<T>(plan: (schema: Schema) => Plan<T>, atomic: boolean) {
    const { schema } = this.backend;
    return { plan: () => plan(schema), atomic };
  }

  private checkManager(transaction: CallerTransaction): void {
    const { dataSource, connection } = transaction as { dataSource?: unknown; connection?: unknown };
    if ((dataSource ?? connection) !== this.dataSource()) throw new ForeignManagerError();
  }

  private get backend(): Backend {
    return (this.known ??= new Backend(this.dataSource(), this.options));
  }
}

/** A manager outside a transaction is no different from none. */
function openRunner(transaction?: CallerTransaction): object | undefined {
  return transaction?.queryRunner?.isTransactionActive ? transaction.queryRunner : undefined;
}

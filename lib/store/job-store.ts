import type { Job } from '../job/job.js';
import type { PastAttempt } from '../job/job-event.js';
import type { JobStatus } from '../job/job-status.js';
import type { JsonValue } from '../job/json-value.js';
import type { Outcome } from '../job/outcome.js';
import type { WakeUpChannel, WakeUpOptions } from './wake-up-channel.js';

/**
 * The caller's open transaction: in practice a TypeORM EntityManager. Named by its shape, since apps often hold another
 * copy of typeorm than this package.
 */
export interface CallerTransaction {
  readonly queryRunner?: { readonly isTransactionActive: boolean } | undefined;
}

/** A checked job that is to be stored. */
export interface NewJob {
  readonly id: string;
  readonly type: string;
  readonly queue: string;
  readonly payload: JsonValue;
  /** The same as text. */
  readonly payloadJson: string;
  readonly priority: number;
  readonly maxRetries: number;
  readonly idempotencyKey: string | null;
  readonly owner: string | null;
  /** Epoch milliseconds; null: `delay` after now, by the database's clock. */
  readonly runAt: number | null;
  /** Milliseconds; used where `runAt` is null. */
  readonly delay: number;
}

export interface InsertRequest {
  readonly jobs: readonly NewJob[];
  /** Most pending jobs for each queue that has a limit. */
  readonly maxPending: ReadonlyMap<string, number>;
  /** Called after the commit that made the jobs visible: at once, or when the caller's transaction commits. */
  readonly committed: () => void;
}

export interface InsertedJob {
  readonly job: Job;
  readonly created: boolean;
}

export interface ClaimRequest {
  readonly workerId: string;
  readonly leaseToken: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly limit: number;
  /**
   * How many of the limit will wait for a slot. None of them is one that a crash would end without an attempt (no retry left, or its
   * type fails when lost): the claim stops before such a job, so that none is overtaken for long.
   */
  readonly ahead: number;
  /** Only these types. */
  readonly types: readonly string[];
  /** Those of the types that fail when their worker vanishes. */
  readonly failWhenLost: readonly string[];
  /** In order of preference; null: all as one. */
  readonly queues: readonly string[] | null;
}

/** A job and the lease under which this worker may run it. */
export interface ClaimedJob {
  readonly job: Job;
  readonly leaseToken: string;
}

/** Names one claim of one job; every write after the claim is fenced by it. */
export interface Lease {
  readonly id: string;
  readonly leaseToken: string;
}

export interface Settlement {
  readonly claimed: ClaimedJob;
  readonly outcome: Outcome;
}

/** What a settlement came to: the job's new state, or null where the lease was lost and nothing was written. */
export type Settled = JobStatus | null;

export interface Rescued {
  readonly id: string;
  readonly type: string;
  readonly workerId: string | null;
  readonly status: 'pending' | 'failed';
}

export interface ListRequest {
  readonly status?: readonly JobStatus[] | undefined;
  readonly type?: string | undefined;
  readonly queue?: string | undefined;
  readonly owner?: string | undefined;
  /** Only jobs with a smaller id: older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface QueueCounts extends Readonly<Record<JobStatus, number>> {
  readonly queue: string;
  /** Those of `pending` whose time has not come. */
  readonly delayed: number;
}

/** The instant that a job should run at: absolute, or from now by the database's clock. */
export type When = { readonly runAt: number } | { readonly delay: number };

/**
 * What the queue needs of a database. Every method is atomic, retries deadlocks by itself, and is bounded in time.
 * @throws DatabaseError from every method, where the database cannot be reached or refuses a statement.
 */
export interface JobStore {
  /** Whether two calls can be under way at once; else they take turns on one connection. */
  readonly parallel: boolean;
  /** Checks server, schema and settings; warns or throws what the developer must mend. */
  prepare(): Promise<void>;
  /** Stores all jobs or none. @throws IdempotencyConflictError, QueueFullError */
  insert(request: InsertRequest, transaction?: CallerTransaction): Promise<InsertedJob[]>;
  find(id: string, transaction?: CallerTransaction): Promise<Job | null>;
  /** Newest first. */
  list(request: ListRequest): Promise<Job[]>;
  counts(): Promise<QueueCounts[]>;
  history(id: string): Promise<PastAttempt[]>;
  /** Moves a pending job; `moved` is false where it is not pending, the answer null where there is none. */
  reschedule(id: string, when: When): Promise<{ readonly job: Job; readonly moved: boolean } | null>;
  /** Makes delayed jobs whose time has come claimable; how many. */
  promote(limit: number): Promise<number>;
  /** Takes due jobs for a worker, in order. */
  claim(request: ClaimRequest): Promise<ClaimedJob[]>;
  /** Gives back jobs that are held under these tokens and were never started; how many. */
  releaseClaims(leaseTokens: readonly string[]): Promise<number>;
  /** Extends leases by `lease` ms from now; those that are still held. */
  renewLeases(leases: readonly Lease[], lease: number): Promise<Lease[]>;
  /** Writes outcomes, each fenced by its lease; what each came to, in order. */
  settle(settlements: readonly Settlement[]): Promise<Settled[]>;
  /** `settle` and `claim` in one transaction and, where the database can, in one statement. */
  settleAndClaim(settlements: readonly Settlement[], request: ClaimRequest): Promise<{ readonly settled: Settled[]; readonly claimed: ClaimedJob[] }>;
  /** Treats jobs whose lease has run out, at most `limit`. */
  rescue(limit: number): Promise<Rescued[]>;
  /** A way to wake the workers of other processes; null where the database has none. */
  wakeUpChannel(options: WakeUpOptions): WakeUpChannel | null;
}

/** Injection token of the JobStore. */
export const JOB_STORE = Symbol('nestjs-typeorm-queue:job-store');

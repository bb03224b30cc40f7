import type { Duration } from '../job/duration.js';
import type { Job } from '../job/job.js';
import type { Priority } from '../job/priority.js';
import type { CallerTransaction } from '../store/job-store.js';
import type { JobType, PayloadOf } from './job-payloads.js';

/** How one job is stored. */
export interface JobOptions {
  /** Makes repeated calls give the same job, at most 255 characters. Held as long as the job's row. @default none */
  readonly idempotencyKey?: string;
  /** @default 0 (low) */
  readonly priority?: Priority;
  /** Run no earlier than this long after now. @default 0 */
  readonly delay?: Duration;
  /** Run no earlier than this instant; instead of `delay`. */
  readonly runAt?: Date;
  /** @default the handler's queue */
  readonly queue?: string;
  /** Attempts after the first one. @default the handler's, else the module's (3) */
  readonly maxRetries?: number;
  /** Whom the job belongs to, at most 255 characters, without white space at its ends. @default none */
  readonly owner?: string;
}

/** Names of the JobOptions. */
export const JOB_OPTIONS = ['idempotencyKey', 'priority', 'delay', 'runAt', 'queue', 'maxRetries', 'owner'] as const;

/** Options of `JobService.enqueue()`. */
export interface EnqueueOptions extends JobOptions {
  /** EntityManager of the caller's transaction: the job exists if and only if it commits. */
  readonly manager?: CallerTransaction;
}

/** One input of `JobService.enqueueMany()`. */
export interface EnqueueInput<Type extends JobType = JobType> extends JobOptions {
  readonly type: Type;
  /** @default {} */
  readonly payload?: PayloadOf<Type>;
}

/** What an enqueue came to. */
export interface EnqueueResult<Payload = unknown> {
  readonly job: Job<Payload>;
  /** False where the idempotency key belongs to an earlier job; `job` is that one. */
  readonly created: boolean;
  readonly outcome: 'created' | 'existing' | 'replaced';
}

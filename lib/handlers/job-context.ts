import type { Job } from '../job/job.js';

/** What a handler is told of the job that it runs. In request-scoped providers the same object is injected as `REQUEST`. */
export interface JobContext {
  readonly id: string;
  readonly type: string;
  readonly queue: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Retries before this attempt: `attempt` - 1. */
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly createdAt: Date;
  /** Technical text of the newest failure of an earlier attempt; null in the first one. */
  readonly lastError: string | null;
  readonly idempotencyKey: string | null;
  readonly owner: string | null;
  readonly workerId: string;
  /** Aborts at the time limit, at shutdown and when the lease is lost; `signal.reason` is a JobAbortedError that says which. */
  readonly signal: AbortSignal;
}

/** @param attempt asked for the signal only when the handler asks */
export function contextOf(job: Job, attempt: { readonly signal: AbortSignal }): JobContext {
  return {
    id: job.id,
    type: job.type,
    queue: job.queue,
    attempt: job.retryCount + 1,
    retryCount: job.retryCount,
    maxRetries: job.maxRetries,
    createdAt: job.createdAt,
    lastError: job.error,
    idempotencyKey: job.idempotencyKey,
    owner: job.owner,
    workerId: job.workerId ?? '',
    get signal() {
      return attempt.signal;
    },
  };
}

import { QueueError } from './queue.error.js';

/** The idempotency key belongs to a job of another type or payload; nothing was stored. */
export class IdempotencyConflictError extends QueueError {
  readonly code = 'IDEMPOTENCY_CONFLICT';

  constructor(
    /** Id of the job that holds the key. */
    readonly existingJobId: string,
    /** What differs from that job. */
    readonly difference: 'type' | 'payload',
    /** Place in the list given to `enqueueMany`; null for a single enqueue. */
    readonly index: number | null = null,
  ) {
    const where = index === null ? 'The idempotency key' : `The idempotency key of jobs[${index}]`;
    super(`${where} was used before by job ${existingJobId} with another ${difference}; use one key for one piece of work.`);
  }
}

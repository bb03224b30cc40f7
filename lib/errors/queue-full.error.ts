import { QueueError } from './queue.error.js';

/** The queue holds `maxPending` pending jobs already; nothing was stored. Try again later. */
export class QueueFullError extends QueueError {
  readonly code = 'QUEUE_FULL';

  constructor(
    readonly queue: string,
    readonly maxPending: number,
  ) {
    super(`Queue "${queue}" is full: it may hold ${maxPending} pending jobs (queues.${queue}.maxPending). Try again later.`);
  }
}

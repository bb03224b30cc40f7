import { QueueError } from './queue.error.js';

/** The job is in a state that does not allow what was asked; nothing was changed. */
export class TransitionRefusedError extends QueueError {
  readonly code = 'TRANSITION_REFUSED';

  constructor(
    readonly from: string,
    readonly to: string,
    readonly jobId: string | null = null,
  ) {
    super(`A job cannot go from ${from} to ${to}${jobId === null ? '' : ` (job ${jobId})`}.`);
  }
}

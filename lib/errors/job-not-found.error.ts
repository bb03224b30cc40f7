import { QueueError } from './queue.error.js';

/** There is no job with this id (it never existed, or retention removed it). */
export class JobNotFoundError extends QueueError {
  readonly code = 'JOB_NOT_FOUND';

  constructor(readonly jobId: string) {
    super(`There is no job ${jobId}.`);
  }
}

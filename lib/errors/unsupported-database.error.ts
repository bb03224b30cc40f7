import { QueueError } from './queue.error.js';

/** The database or its version cannot run the queue; the app does not start. */
export class UnsupportedDatabaseError extends QueueError {
  readonly code = 'DATABASE_UNSUPPORTED';

  constructor(found: string, needed: string) {
    super(`The queue cannot run on ${found}: it needs ${needed}.`);
  }
}

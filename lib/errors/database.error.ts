import { QueueError } from './queue.error.js';

/**
 * A statement of the queue failed. The driver's own error is the `cause` (it can hold data: do not show it to users);
 * this message names only its code.
 */
export class DatabaseError extends QueueError {
  readonly code: string;

  constructor(
    /** The driver's own code, such as `ECONNREFUSED`, `40P01` or `SQLITE_BUSY`; null where it gave none. */
    readonly databaseCode: string | null,
    /** True where the same call can succeed later: outages, time-outs, deadlocks. */
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(
      retryable
        ? `The database did not answer as it should (${databaseCode ?? 'no code'}); nothing is known to be stored. Try again later.`
        : `The database refused a statement of the queue (${databaseCode ?? 'no code'}).`,
      options,
    );
    this.code = retryable ? 'DATABASE_UNAVAILABLE' : 'DATABASE_REFUSED';
  }
}

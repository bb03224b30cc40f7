import { QueueError } from './queue.error.js';

/** A class with `@JobHandler` cannot be used as a handler; the app does not start. */
export class InvalidHandlerError extends QueueError {
  readonly code = 'HANDLER_INVALID';

  constructor(
    readonly handler: string,
    reason: string,
  ) {
    super(`Job handler ${handler} ${reason}.`);
  }
}

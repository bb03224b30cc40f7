import { QueueError } from './queue.error.js';

/** Two classes handle one job type; the app does not start. */
export class DuplicateHandlerError extends QueueError {
  readonly code = 'HANDLER_DUPLICATE';

  constructor(
    readonly type: string,
    readonly handlers: readonly [string, string],
  ) {
    super(`Job type "${type}" has two handlers: ${handlers[0]} and ${handlers[1]}. Rename one of the types or remove one handler.`);
  }
}

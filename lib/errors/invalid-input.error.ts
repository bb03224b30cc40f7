import { QueueError } from './queue.error.js';

/** An argument of a JobService call is not usable; nothing was stored. */
export class InvalidInputError extends QueueError {
  readonly code: string = 'INPUT_INVALID';

  constructor(
    /** The field at fault, for example `priority` or `jobs[776].payload.items[2]`. */
    readonly field: string,
    readonly reason: string,
  ) {
    super(`\`${field}\` ${reason}.`);
  }

  /** The same error, seen from the list that the faulty input stands in. */
  at(index: number): InvalidInputError {
    return new InvalidInputError(`jobs[${index}].${this.field}`, this.reason);
  }
}

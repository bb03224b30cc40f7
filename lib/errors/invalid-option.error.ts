import { QueueError } from './queue.error.js';

/** A module or handler option is not usable. Thrown while the app starts, which stops it. */
export class InvalidOptionError extends QueueError {
  readonly code = 'OPTION_INVALID';

  constructor(
    /** Path of the option, for example `worker.concurrency`. */
    readonly option: string,
    readonly value: unknown,
    expected: string,
  ) {
    super(`Option \`${option}\` is ${shown(value)}; expected ${expected}.`);
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

import { toMilliseconds, type Duration } from './duration.js';

/** What a handler throws to decide itself how its attempt ends. Recognised by `flow`, so that two copies of this package agree. */
abstract class HandlerDecision extends Error {
  abstract readonly flow: 'fail' | 'retry' | 'snooze';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown by a handler: the job fails at once, whatever retries are left. */
export class FailJob extends HandlerDecision {
  readonly flow = 'fail';
}

/** Thrown by a handler: try again `after` this time instead of the policy's. Counts as a retry: with none left the job fails. */
export class RetryJob extends HandlerDecision {
  readonly flow = 'retry';
  /** Milliseconds. */
  readonly after: number;

  /** @throws InvalidInputError where `after` is no duration. */
  constructor({ after, message = 'The handler asked for another attempt.', cause }: { after: Duration; message?: string; cause?: unknown }) {
    super(message, { cause });
    this.after = toMilliseconds(after, 'after');
  }
}

/** Thrown by a handler: run again `after` this time. Counts as nothing: neither a retry nor a failure. */
export class SnoozeJob extends HandlerDecision {
  readonly flow = 'snooze';
  /** Milliseconds. */
  readonly after: number;

  /** @throws InvalidInputError where `after` is no duration. */
  constructor({ after }: { after: Duration }) {
    super('The handler put the job off.');
    this.after = toMilliseconds(after, 'after');
  }
}

export type HandlerThrow = FailJob | RetryJob | SnoozeJob;

export function isDecision(thrown: unknown): thrown is HandlerThrow {
  if (!(thrown instanceof Error)) return false;
  const { flow, after } = thrown as { flow?: unknown; after?: unknown };
  return flow === 'fail' || ((flow === 'retry' || flow === 'snooze') && Number.isFinite(after) && Number(after) >= 0);
}

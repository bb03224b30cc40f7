import type { Type } from '@nestjs/common';
import { JobHandler, type JobContext } from '../../../lib/index.js';
import type { JobHandlerOptions } from '../../../lib/handlers/job-handler-options.js';

type Handle = (payload: unknown, job: JobContext) => unknown;

/** A handler class that does what the function says. */
export function handlerOf(type: string, handle: Handle, options: JobHandlerOptions = {}): Type {
  class InlineHandler {
    handle(payload: unknown, job: JobContext): unknown {
      return handle(payload, job);
    }
  }
  JobHandler(type, options)(InlineHandler);
  return InlineHandler;
}

export interface Attempt {
  readonly job: JobContext;
  readonly end: (result?: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A handler whose attempts the test ends. */
export class Held {
  readonly attempts: Attempt[] = [];
  readonly handler: Type;
  private readonly waiting: ((attempt: Attempt) => void)[] = [];
  private seen = 0;

  constructor(type: string, options: JobHandlerOptions = {}) {
    this.handler = handlerOf(type, (_payload, job) => new Promise((end, fail) => this.began({ job, end, fail })), options);
  }

  /** The next attempt that the test has not seen yet. */
  next(): Promise<Attempt> {
    const known = this.attempts[this.seen++];
    return known ? Promise.resolve(known) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private began(attempt: Attempt): void {
    this.attempts.push(attempt);
    this.waiting.shift()?.(attempt);
  }
}

/** Resolves when the signal has aborted, to its reason. */
export function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    else signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}

import { describeHandler } from './handler-metadata.js';
import type { JobContext } from './job-context.js';
import type { JobHandlerOptions } from './job-handler-options.js';

/**
 * Implemented by a class decorated with `@JobHandler(type)`. The result, where it is JSON, is kept with the job.
 * Throw FailJob for no retry, RetryJob for one at a time of your choice, SnoozeJob to be called later without a retry;
 * anything else is retried by the backoff policy.
 */
export interface JobHandler<Payload = unknown, Result = unknown> {
  handle(payload: Payload, job: JobContext): Result | Promise<Result>;
}

/** Makes a provider the handler of a job type: found in any module of the app. */
export function JobHandler(type: string, options: JobHandlerOptions = {}): ClassDecorator {
  return (target) => describeHandler(target, { type, options });
}

/** A handler class; its payload type is the first parameter of `handle`. */
export type JobHandlerClass<Payload = never> = abstract new (...args: never[]) => { handle(payload: Payload, job: JobContext): unknown };

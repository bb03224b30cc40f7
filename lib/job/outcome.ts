import { delayAfter, type Backoff } from './backoff.js';
import { isDecision, type HandlerThrow } from './control-flow.js';
import { describeThrown } from './thrown.js';

/** A failure as it is stored: a bounded technical text, and a stable code where the queue itself caused it. */
export interface StoredFailure {
  readonly error: string;
  readonly errorCode: FailureCode | null;
}

/** Why an attempt failed, where the handler did not throw. */
export type FailureCode = 'TIMEOUT' | 'WORKER_LOST' | 'INTERRUPTED';

/** How an attempt ended, as policy sees it. Whether a retry is left is for the statement that writes it (R1.4). */
export type Outcome =
  | { readonly kind: 'completed'; readonly result: string | null }
  | ({ readonly kind: 'failed' } & StoredFailure)
  | ({ readonly kind: 'retry'; readonly delay: number } & StoredFailure)
  | { readonly kind: 'snoozed'; readonly delay: number }
  | { readonly kind: 'released' }
  /** Claimed, but no handler was started: as if the claim had not been. */
  | { readonly kind: 'unstarted' };

export interface RetryPolicy {
  readonly backoff: Backoff;
}

/** The outcome of an attempt whose handler threw. */
export function outcomeOfThrow(thrown: unknown, attempt: number, { backoff }: RetryPolicy): Outcome {
  if (isDecision(thrown)) return outcomeOfDecision(thrown);
  return { kind: 'retry', delay: delayAfter(backoff, { attempt, error: thrown }), ...failure(thrown) };
}

/** The outcome of an attempt that outlived its time limit. */
export function outcomeOfTimeout(timeout: number, attempt: number, { backoff }: RetryPolicy): Outcome {
  const error = new Error(`The handler did not end within its timeout of ${timeout} ms.`);
  return { kind: 'retry', delay: delayAfter(backoff, { attempt, error }), error: error.message, errorCode: 'TIMEOUT' };
}

/** The outcome of an attempt that a shutdown cut short: given back uncounted, or for review where it must not run twice. */
export function outcomeOfShutdown(mayRunAgain: boolean): Outcome {
  if (mayRunAgain) return { kind: 'released' };
  return { kind: 'failed', error: 'The worker shut down before the handler ended, and the job must not run twice.', errorCode: 'INTERRUPTED' };
}

function outcomeOfDecision(thrown: HandlerThrow): Outcome {
  if (thrown.flow === 'snooze') return { kind: 'snoozed', delay: thrown.after };
  if (thrown.flow === 'retry') return { kind: 'retry', delay: thrown.after, ...failure(thrown) };
  return { kind: 'failed', ...failure(thrown) };
}

function failure(thrown: unknown): StoredFailure {
  return { error: describeThrown(thrown), errorCode: null };
}

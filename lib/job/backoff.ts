import { toMilliseconds, type Duration } from './duration.js';

/** What a backoff policy decides from. */
export interface FailedAttempt {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** What the handler threw. */
  readonly error: unknown;
}

/** Milliseconds to wait before the next attempt. A policy that throws or gives no finite number counts as 60 s. */
export type Backoff = (failed: FailedAttempt) => number;

/** A policy, or a list of delays (the last one repeats). */
export type BackoffOption = Backoff | readonly Duration[];

/** How much of a delay is drawn at random: `true` takes all of it ("full jitter"), 0.2 the last fifth, `false` none. */
export type Jitter = boolean | number;

export interface ExponentialOptions {
  /** First delay. @default '10s' */
  readonly base?: Duration;
  /** Growth per attempt. @default 2 */
  readonly factor?: number;
  /** Longest delay. @default '1h' */
  readonly cap?: Duration;
  /** @default false */
  readonly jitter?: Jitter;
}

const FALLBACK = 60_000;
const HARD_CAP = 100 * 365 * 86_400_000;

/** The same delay each time. @throws InvalidInputError where `delay` is no duration. */
export function fixed(delay: Duration, options: { jitter?: Jitter } = {}): Backoff {
  const ms = toMilliseconds(delay, 'backoff.delay');
  return () => jittered(ms, options.jitter);
}

/** `step`, 2 × `step`, 3 × `step`, ... up to `cap` (default '1h'). @throws InvalidInputError where one is no duration. */
export function linear(options: { step: Duration; cap?: Duration; jitter?: Jitter }): Backoff {
  const step = toMilliseconds(options.step, 'backoff.step');
  const cap = toMilliseconds(options.cap ?? '1h', 'backoff.cap');
  return ({ attempt }) => jittered(Math.min(step * attempt, cap), options.jitter);
}

/** `base`, `base` × `factor`, `base` × `factor`², ... up to `cap`. @throws InvalidInputError where one is no duration. */
export function exponential(options: ExponentialOptions = {}): Backoff {
  const base = toMilliseconds(options.base ?? '10s', 'backoff.base');
  const cap = toMilliseconds(options.cap ?? '1h', 'backoff.cap');
  const factor = options.factor ?? 2;
  return ({ attempt }) => jittered(Math.min(base * factor ** (attempt - 1), cap), options.jitter);
}

/** The delays one after the other; the last one repeats. @throws InvalidInputError where one is no duration. */
export function list(delays: readonly Duration[]): Backoff {
  const ms = delays.map((delay, index) => toMilliseconds(delay, `backoff[${index}]`));
  return ({ attempt }) => ms[Math.min(attempt, ms.length) - 1] ?? 0;
}

/** Applies a policy of the app: whatever it does, the answer is finite and not negative. */
export function delayAfter(policy: Backoff, failed: FailedAttempt): number {
  try {
    const ms = policy(failed);
    return Number.isFinite(ms) ? Math.round(Math.min(Math.max(ms, 0), HARD_CAP)) : FALLBACK;
  } catch {
    return FALLBACK;
  }
}

function jittered(ms: number, jitter: Jitter = false): number {
  const share = Math.min(Math.max(Number(jitter), 0), 1);
  return Math.round(ms * (1 - share * Math.random()));
}

import { InvalidInputError } from '../errors/invalid-input.error.js';
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

/** How much of a delay is drawn at random, from 0 to 1: `true` takes all of it ("full jitter"), 0.2 the last fifth, `false` none. */
export type Jitter = boolean | number;

export interface ExponentialOptions {
  /** First delay. @default '10s' */
  readonly base?: Duration;
  /** Growth per attempt, above 0. @default 2 */
  readonly factor?: number;
  /** Longest delay. @default '1h' */
  readonly cap?: Duration;
  /** @default false */
  readonly jitter?: Jitter;
}

const FALLBACK = 60_000;
const HARD_CAP = 100 * 365 * 86_400_000;

/** The same delay each time. @throws InvalidInputError naming what is out of range. */
export function fixed(delay: Duration, options: { jitter?: Jitter } = {}): Backoff {
  const ms = toMilliseconds(delay, 'backoff.delay');
  const share = toShare(options.jitter);
  return () => jittered(ms, share);
}

/** `step`, 2 × `step`, 3 × `step`, ... up to `cap` (default '1h'). @throws InvalidInputError naming what is out of range. */
export function linear(options: { step: Duration; cap?: Duration; jitter?: Jitter }): Backoff {
  const step = toMilliseconds(options.step, 'backoff.step');
  const cap = toMilliseconds(options.cap ?? '1h', 'backoff.cap');
  const share = toShare(options.jitter);
  return ({ attempt }) => jittered(Math.min(step * attempt, cap), share);
}

/** `base`, `base` × `factor`, `base` × `factor`², ... up to `cap`. @throws InvalidInputError naming what is out of range. */
export function exponential(options: ExponentialOptions = {}): Backoff {
  const base = toMilliseconds(options.base ?? '10s', 'backoff.base');
  const cap = toMilliseconds(options.cap ?? '1h', 'backoff.cap');
  const factor = toFactor(options.factor);
  const share = toShare(options.jitter);
  // Bounded before it is multiplied: 0 times infinity would be no number.
  return ({ attempt }) => jittered(Math.min(base * Math.min(factor ** (attempt - 1), Number.MAX_VALUE), cap), share);
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

function toFactor(factor = 2): number {
  if (Number.isFinite(factor) && factor > 0) return factor;
  throw new InvalidInputError('backoff.factor', 'must be a number above 0');
}

function toShare(jitter: Jitter = false): number {
  const share = Number(jitter);
  if (share >= 0 && share <= 1) return share;
  throw new InvalidInputError('backoff.jitter', 'must be true, false or a number from 0 to 1');
}

function jittered(ms: number, share: number): number {
  return Math.round(ms * (1 - share * Math.random()));
}

import { InvalidInputError } from '../errors/invalid-input.error.js';

/** Milliseconds, or a text such as '500ms', '10s', '5m', '1h', '2d'. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const TEXT = /^(\d{1,15}(?:\.\d{1,6})?)(ms|s|m|h|d)$/;
/** One hundred years: any sum with the present instant stays an exact integer. */
const LONGEST = 100 * 365 * 86_400_000;

/**
 * Whole milliseconds of a duration, at most one hundred years.
 * @throws InvalidInputError naming `field` for anything else: negative, NaN, infinite or unknown text.
 */
export function toMilliseconds(duration: Duration, field: string): number {
  const ms = typeof duration === 'string' ? fromText(duration) : duration;
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= LONGEST)) {
    throw new InvalidInputError(field, "must be a duration from 0 to one hundred years: milliseconds or a text such as '10s', '5m', '1h'");
  }
  return Math.round(ms);
}

function fromText(text: string): number {
  const [, amount, unit] = TEXT.exec(text) ?? [];
  return amount === undefined || unit === undefined ? NaN : Number(amount) * (UNITS[unit] ?? NaN);
}

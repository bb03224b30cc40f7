import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { toMilliseconds, type Duration } from '../../../lib/job/duration.js';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST = 100 * 365 * 86_400_000;

function outcomeOf<T>(call: () => T): T | string {
  try {
    return call();
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('durations', () => {
  it.each<[Duration, number]>([
    [0, 0],
    [1.4, 1],
    [2 ** 31, 2 ** 31],
    ['0s', 0],
    ['500ms', 500],
    ['10s', 10_000],
    ['1.5h', 5_400_000],
    ['0.0005s', 1],
    ['2d', 172_800_000],
    ['36500d', LONGEST],
  ])('%s is %i ms', (duration, ms) => {
    expect(toMilliseconds(duration, 'delay')).toBe(ms);
  });

  it.each([
    -1,
    NaN,
    Infinity,
    LONGEST + 1,
    '',
    '10',
    '10 s',
    '-10s',
    '+1s',
    '1e3s',
    '10S',
    's',
    '1s1s',
    '10s\n',
    '36501d',
    '.5s',
    '١s',
    null,
    {},
    [5],
    5n,
    true,
  ])('refuses %p by name', (duration) => {
    expect(() => toMilliseconds(duration as Duration, 'delay')).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', field: 'delay' }));
  });

  it('a text is its number times its unit (property)', () => {
    const unit = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_500 }), unit, (amount, name) => {
        expect(toMilliseconds(`${amount}${name}`, 'delay')).toBe(amount * UNITS[name]);
      }),
    );
  });

  it('any text is a whole number of milliseconds in range, or refused (property)', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{1,20}(ms|s|m|h|d)$/));
    fc.assert(
      fc.property(text, (duration) => {
        const ms = outcomeOf(() => toMilliseconds(duration as Duration, 'delay'));
        expect(ms === 'INPUT_INVALID' || (Number.isSafeInteger(ms) && Number(ms) >= 0 && Number(ms) <= LONGEST)).toBe(true);
      }),
    );
  });
});

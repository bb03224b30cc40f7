import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { delayAfter, exponential, fixed, linear, list, type Backoff, type Jitter } from '../../../lib/job/backoff.js';

const delays = (policy: Backoff, attempts: number[]) => attempts.map((attempt) => delayAfter(policy, { attempt, error: null }));
const attempt = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.constant(2 ** 31 - 1));
const jitter: fc.Arbitrary<Jitter> = fc.oneof(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }));
const duration = fc.integer({ min: 0, max: 10 * 365 * 86_400_000 });

describe('backoff', () => {
  it('A-TI-8: exponential growth ends at its cap, however many failures', () => {
    expect(delays(exponential({ base: 1_000, factor: 2, cap: 3_600_000 }), [1, 2, 12, 13, 1100])).toEqual([
      1_000, 2_000, 2_048_000, 3_600_000, 3_600_000,
    ]);
  });

  it('R3.5: exponential with base 60 s and factor 3, and the list 60, 300, 900 s', () => {
    expect(delays(exponential({ base: '60s', factor: 3 }), [1, 2, 3])).toEqual([60_000, 180_000, 540_000]);
    expect(delays(list(['60s', '300s', '900s']), [1, 2, 3, 4, 100])).toEqual([60_000, 300_000, 900_000, 900_000, 900_000]);
  });

  it('R3.5: fixed and linear', () => {
    expect(delays(fixed('10s'), [1, 2, 50])).toEqual([10_000, 10_000, 10_000]);
    expect(delays(linear({ step: '20m' }), [1, 2, 3, 4])).toEqual([1_200_000, 2_400_000, 3_600_000, 3_600_000]);
  });

  it('R3.5: a function gets the attempt and the error', () => {
    const error = new Error('busy');
    expect(delayAfter((failed) => (failed.error === error ? failed.attempt * 7 : 0), { attempt: 3, error })).toBe(21);
  });

  it('A-TI-8: delays are whole, finite, not negative and within the cap, whatever the settings (property)', () => {
    const factor = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(duration, factor, duration, jitter, attempt, (base, by, cap, share, n) => {
        for (const policy of [exponential({ base, factor: by, cap, jitter: share }), linear({ step: base, cap, jitter: share })]) {
          const [delay = NaN] = delays(policy, [n]);
          expect(Number.isInteger(delay) && delay >= 0 && delay <= cap).toBe(true);
        }
      }),
    );
  });

  it('A-TI-8: without jitter and with a factor of at least 1, a later attempt never waits less (property)', () => {
    const factor = fc.double({ min: 1, max: 100, noNaN: true });
    fc.assert(
      fc.property(duration, factor, fc.integer({ min: 1, max: 2_000 }), (base, by, n) => {
        const [one = NaN, next = NaN] = delays(exponential({ base, factor: by }), [n, n + 1]);
        expect(next).toBeGreaterThanOrEqual(one);
      }),
    );
  });

  it('R3.5: jitter takes at most its share of the delay (property)', () => {
    fc.assert(
      fc.property(duration, fc.double({ min: 0, max: 1, noNaN: true }), (ms, share) => {
        const [delay = NaN] = delays(fixed(ms, { jitter: share }), [1]);
        expect(delay).toBeLessThanOrEqual(ms);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(ms * (1 - share)));
      }),
    );
  });

  it.each([NaN, Infinity, -Infinity, undefined, 'soon'])('a policy of the app that gives %s counts as 60 s', (value) => {
    expect(delayAfter(() => value as number, { attempt: 1, error: null })).toBe(60_000);
  });

  it('a policy of the app that throws counts as 60 s; a negative one as at once; a fraction is rounded', () => {
    const thrower: Backoff = () => {
      throw new Error('broken');
    };
    expect(delays(thrower, [1])).toEqual([60_000]);
    expect(delays(() => -5, [1])).toEqual([0]);
    expect(delays(() => 1.6, [1])).toEqual([2]);
  });

  it.each([
    ['backoff.factor', () => exponential({ factor: 0 })],
    ['backoff.factor', () => exponential({ factor: NaN })],
    ['backoff.factor', () => exponential({ factor: Infinity })],
    ['backoff.jitter', () => exponential({ jitter: 1.5 })],
    ['backoff.jitter', () => linear({ step: 1, jitter: -0.1 })],
    ['backoff.jitter', () => fixed(1, { jitter: NaN })],
    ['backoff.base', () => exponential({ base: -1 })],
    ['backoff.cap', () => linear({ step: 1, cap: NaN })],
    ['backoff.step', () => linear({ step: 'x' as '1s' })],
    ['backoff[1]', () => list([1, -1])],
    ['backoff.delay', () => fixed(Infinity)],
  ])('a setting that is out of range is refused by name: %s', (field, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', field }));
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { UuidV7 } from '../../../lib/job/uuid-v7.js';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instantOf = (id: string) => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('ids', () => {
  it('are UUIDs of version 7 with the millisecond of the clock', () => {
    const id = new UuidV7(() => Date.UTC(2026, 11, 31, 23, 59, 59, 999)).next();
    expect(id).toMatch(VERSION_7);
    expect(instantOf(id)).toBe(Date.UTC(2026, 11, 31, 23, 59, 59, 999));
  });

  it('grow, also while the clock stands or steps back (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3_600_000, max: 10 }), { minLength: 2, maxLength: 200 }), (steps) => {
        let now = Date.UTC(2026, 0, 1);
        const ids = new UuidV7(() => now);
        const made = steps.map((step) => {
          now += step;
          return ids.next();
        });
        for (const id of made) expect(id).toMatch(VERSION_7);
        expect(made).toEqual(made.toSorted());
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });

  it('grow through 200,000 of one millisecond, which they leave by at most one', () => {
    const ids = new UuidV7(() => 1_000);
    let last = ids.next();
    for (let made = 0; made < 200_000; made++) {
      const next = ids.next();
      if (next <= last) throw new Error(`${next} does not follow ${last}`);
      last = next;
    }
    expect(instantOf(last)).toBeLessThanOrEqual(1_001);
  });

  it('of two makers at the same moment differ', () => {
    const [one, other] = [new UuidV7(() => 5), new UuidV7(() => 5)];
    const made = Array.from({ length: 1_000 }, () => [one.next(), other.next()]).flat();
    expect(new Set(made).size).toBe(2_000);
  });
});

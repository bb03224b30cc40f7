import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
] as const;

/** Puts the clock of this process off; the databases keep theirs (SQLite's is in native code). */
function hostClockOff(milliseconds: number): void {
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...TIMERS] });
}

describe('clocks', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    afterEach(() => {
      jest.useRealTimers();
    });

    it.each([3_600_000, -3_600_000])('A-TI-5: a worker whose clock is %i ms off steals no live lease and runs nothing early', async (off) => {
      const { job } = await queue.claimNew();
      const delayed = await queue.jobs.enqueue(unique('delayed'), {}, { delay: '30m' });
      hostClockOff(off);
      expect(await queue.store.rescue(100)).toEqual([]);
      await queue.store.promote(100);
      expect(await queue.claim(delayed.job.type)).toEqual([]);
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'running' });
    });

    it.each([3_600_000, -3_600_000])(
      'A-TI-5: leases and heartbeats of a worker whose clock is %i ms off end by the clock of the database',
      async (off) => {
        const before = Date.now();
        hostClockOff(off);
        const { job, leaseToken } = await queue.claimNew({}, { lease: 60_000 });
        const claimed = await queue.row(job.id);
        await queue.store.renewLeases([{ id: job.id, leaseToken }], 90_000);
        const renewed = await queue.row(job.id);
        for (const [lease, { leaseExpiresAt }] of [
          [60_000, claimed],
          [90_000, renewed],
        ] as const) {
          expect(leaseExpiresAt).toBeGreaterThanOrEqual(before + lease);
          expect(leaseExpiresAt).toBeLessThan(before + lease + 30_000);
        }
      },
    );

    it.each([300_000, -300_000])(
      'A-TI-13: a producer whose clock is %i ms off: at once is at once, and a delay counts from the database time',
      async (off) => {
        const before = Date.now();
        hostClockOff(off);
        const { job } = await queue.jobs.enqueue(unique('at-once'));
        expect(await queue.claim(job.type)).toHaveLength(1);
        const { job: delayed } = await queue.jobs.enqueue(unique('delayed'), {}, { delay: '1s' });
        expect(delayed.runAt.getTime() - delayed.createdAt.getTime()).toBe(1_000);
        expect(delayed.createdAt.getTime()).toBeGreaterThanOrEqual(before);
        expect(delayed.createdAt.getTime()).toBeLessThan(before + 30_000);
      },
    );
  });
});

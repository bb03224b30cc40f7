import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

const DAY = 86_400_000;

describe('delays', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    /** The database's own clock: what a job without delay is due at. */
    const now = async () => (await queue.jobs.enqueue(unique('now'))).job.runAt.getTime();
    const due = async (type: string) => {
      await queue.store.promote(1_000);
      return (await queue.claim(type)).map(({ job }) => job.id);
    };

    it('R2.5: a delayed job waits, and is claimed when its time has come', async () => {
      const type = unique('delayed');
      const { job } = await queue.jobs.enqueue(type, {}, { delay: '1h' });
      expect(job.runAt.getTime() - job.createdAt.getTime()).toBe(3_600_000);
      expect(await due(type)).toEqual([]);
      await queue.change(job.id, { runAt: await now() });
      expect(await due(type)).toEqual([job.id]);
    });

    it('R2.5: runAt in the past is due at once, and kept as given', async () => {
      const type = unique('past');
      const runAt = new Date('2020-02-29T23:59:59.999Z');
      const { job } = await queue.jobs.enqueue(type, {}, { runAt });
      expect(job.runAt).toEqual(runAt);
      expect((await queue.claim(type)).map((claimed) => claimed.job.id)).toEqual([job.id]);
    });

    it('A-TI-3: of two jobs of the same day only the one whose time has come is claimed', async () => {
      const type = unique('same-day');
      const at = await now();
      const { job } = await queue.jobs.enqueue(type, {}, { runAt: new Date(at - 1_000) });
      await queue.jobs.enqueue(type, {}, { runAt: new Date(at + DAY / 2) });
      expect(await due(type)).toEqual([job.id]);
    });

    it.each([
      '2026-12-31T23:59:59.999Z',
      '2026-03-29T01:30:00.500Z',
      '2026-10-25T01:30:00.501Z',
      '2026-11-01T09:30:00.001Z',
      '2038-01-19T03:14:08.000Z',
      '2199-12-31T23:59:59.600Z',
      '1970-01-01T00:00:00.000Z',
      '9999-12-30T23:59:59.999Z',
    ])('A-TI-4: the instant %s is read back to the millisecond from everywhere', async (text) => {
      const type = unique('instant');
      const runAt = new Date(text);
      const { job } = await queue.jobs.enqueue(type, {}, { runAt });
      expect([job.runAt, (await queue.jobs.find(job.id))?.runAt, (await queue.jobs.list({ type })).jobs[0]?.runAt]).toEqual([runAt, runAt, runAt]);
      expect((await queue.jobs.reschedule(job.id, { runAt })).runAt).toEqual(runAt);
      expect((await queue.jobs.history(job.id)).at(-1)?.runAt).toEqual(runAt);
    });

    it('A-TI-4: a job enqueued without delay can be claimed at once, in any millisecond', async () => {
      for (let round = 0; round < 50; round++) {
        const type = unique('at-once');
        const { job } = await queue.jobs.enqueue(type);
        const { job: claimed } = await queue.claimOne(type);
        expect(claimed.id).toBe(job.id);
        expect(claimed.claimedAt?.getTime()).toBeGreaterThanOrEqual(job.createdAt.getTime());
      }
    });

    it('R2.5: reschedules to now, to later, and by an instant; only what waits', async () => {
      const type = unique('reschedule');
      const { job } = await queue.jobs.enqueue(type, {}, { delay: '1d' });
      expect((await queue.jobs.reschedule(job.id, { delay: 0 })).runAt.getTime()).toBeLessThanOrEqual(await now());
      const later = await queue.jobs.reschedule(job.id, { delay: '2h' });
      expect(later.runAt.getTime() - later.updatedAt.getTime()).toBe(7_200_000);
      expect(await due(type)).toEqual([]);
      await queue.jobs.reschedule(job.id, { runAt: new Date(0) });
      expect(await due(type)).toEqual([job.id]);
      await expect(queue.jobs.reschedule(job.id, { delay: 0 })).rejects.toMatchObject({ code: 'TRANSITION_REFUSED', from: 'running' });
    });

    it.each([[{ delay: -1 }], [{ delay: NaN }], [{ runAt: new Date(NaN) }]])(
      'R2.5: rescheduling to %j is refused and changes nothing',
      async (to) => {
        const { job } = await queue.jobs.enqueue('reschedule', {}, { delay: '1d' });
        await expect(queue.jobs.reschedule(job.id, to)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
        expect(await queue.jobs.find(job.id)).toEqual(job);
      },
    );

    it('R2.5: rescheduling what is not there throws JOB_NOT_FOUND', async () => {
      await expect(queue.jobs.reschedule('no uuid', { delay: 0 })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
      await expect(queue.jobs.reschedule('00000000-0000-7000-8000-000000000000', { delay: 0 })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
    });

    it('R2.5: retries and snoozes wait by the same clock', async () => {
      const claimed = await queue.claimNew();
      await queue.settle(claimed, { kind: 'retry', delay: 60_000, error: 'later', errorCode: null });
      const retried = await queue.jobs.find(claimed.job.id);
      expect((retried?.runAt.getTime() ?? 0) - (retried?.updatedAt.getTime() ?? 0)).toBe(60_000);
      expect(await due(claimed.job.type)).toEqual([]);
      await queue.jobs.reschedule(claimed.job.id, { delay: 0 });
      await queue.settle(await queue.claimOne(claimed.job.type), { kind: 'snoozed', delay: 5_000 });
      const snoozed = await queue.jobs.find(claimed.job.id);
      expect((snoozed?.runAt.getTime() ?? 0) - (snoozed?.updatedAt.getTime() ?? 0)).toBe(5_000);
    });

    it('promotes at most `limit` jobs, those due first before others', async () => {
      const type = unique('promote');
      const ids: string[] = [];
      for (const ago of [1_000, 3_000, 2_000]) {
        const { job } = await queue.jobs.enqueue(type, {}, { delay: '1d' });
        await queue.change(job.id, { runAt: (await now()) - ago });
        ids.push(job.id);
      }
      expect(await queue.store.promote(2)).toBe(2);
      expect((await queue.claim(type)).map(({ job }) => job.id)).toEqual([ids[1], ids[2]]);
      expect(await due(type)).toEqual([ids[0]]);
    });
  });
});

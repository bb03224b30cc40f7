import { describe, expect, it } from '@jest/globals';
import { JobHistoryEntity } from '../../lib/store/typeorm/entities/job-history.entity.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, RELEASED, RETRY, SNOOZED } from '../support/queue-database.js';

describe('history', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R1.3: tells in order what happened, when, in which attempt, and who did it', async () => {
      const first = await queue.claimNew({ maxRetries: 2 }, { workerId: 'one' });
      const { id, type } = first.job;
      await queue.settle(first, RETRY);
      await queue.settle(await queue.claimOne(type, { workerId: 'two' }), SNOOZED);
      await queue.jobs.reschedule(id, { delay: 0 });
      await queue.settle(await queue.claimOne(type, { workerId: 'three' }), RELEASED);
      await queue.claimOne(type, { workerId: 'four' });
      await queue.expire(id);
      await queue.store.rescue(100);
      await queue.settle(await queue.claimOne(type, { workerId: 'five' }), COMPLETED);
      const events = await queue.jobs.history(id);
      expect(events.map(({ event, attempt, workerId, errorCode }) => [event, attempt, workerId, errorCode])).toEqual([
        ['enqueued', 1, null, null],
        ['claimed', 1, 'one', null],
        ['retried', 1, 'one', null],
        ['claimed', 2, 'two', null],
        ['snoozed', 2, 'two', null],
        ['rescheduled', 2, null, null],
        ['claimed', 2, 'three', null],
        ['released', 2, 'three', null],
        ['claimed', 2, 'four', null],
        ['rescued', 2, 'four', 'WORKER_LOST'],
        ['claimed', 3, 'five', null],
        ['completed', 3, 'five', null],
      ]);
      const times = events.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(events[2]).toMatchObject({ error: 'no luck', runAt: expect.any(Date) });
    });

    it('R1.3: ends with the failure and its code', async () => {
      const claimed = await queue.claimNew();
      await queue.settle(claimed, { kind: 'failed', error: 'cut short', errorCode: 'INTERRUPTED' });
      expect((await queue.jobs.history(claimed.job.id)).at(-1)).toMatchObject({ event: 'failed', error: 'cut short', errorCode: 'INTERRUPTED' });
    });

    it('A-ST-10: keeps the newest 100 entries of a job', async () => {
      const { job } = await queue.claimNew({ maxRetries: 1_000 });
      await queue.change(job.id, { status: 'pending', claimRank: 0, leaseToken: null });
      for (let attempt = 1; attempt <= 103; attempt++) {
        await queue.settle(await queue.claimOne(job.type), { kind: 'retry', delay: 0, error: `attempt ${attempt}`, errorCode: null });
      }
      const kept = await queue.store.history(job.id);
      expect(kept.map(({ error }) => error)).toEqual(Array.from({ length: 100 }, (_, index) => `attempt ${index + 4}`));
      expect(await queue.dataSource.getRepository(JobHistoryEntity).countBy({ jobId: job.id })).toBe(100);
    });

    it('a plain success adds no row', async () => {
      const claimed = await queue.claimNew();
      await queue.settle(claimed, COMPLETED);
      expect(await queue.store.history(claimed.job.id)).toEqual([]);
      expect((await queue.jobs.history(claimed.job.id)).map(({ event }) => event)).toEqual(['enqueued', 'claimed', 'completed']);
    });

    it.each(['no uuid', '00000000-0000-7000-8000-000000000000'])('of a job that is not there (%s) throws JOB_NOT_FOUND', async (id) => {
      await expect(queue.jobs.history(id)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND', jobId: id });
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { fixed, JobHandler } from '../../lib/index.js';
import { availableDatabases, eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { BY_HAND, startQueueApp } from '../support/queue-app.js';
import { COMPLETED, queueDatabase, RELEASED, SNOOZED } from '../support/queue-database.js';

describe('failures', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const retry = (error: string) => ({ kind: 'retry', delay: 0, error, errorCode: null }) as const;

    it('R1.4: a retry keeps the newest error while the job waits again', async () => {
      const first = await queue.claimNew({ maxRetries: 2 });
      expect(await queue.settle(first, retry('first'))).toBe('pending');
      expect(await queue.jobs.find(first.job.id)).toMatchObject({
        status: 'pending',
        error: 'first',
        retryCount: 1,
        workerId: null,
        claimedAt: null,
      });
      expect(await queue.settle(await queue.claimOne(first.job.type), retry('second'))).toBe('pending');
      expect(await queue.jobs.find(first.job.id)).toMatchObject({ status: 'pending', error: 'second', retryCount: 2, errorCode: null });
    });

    it('R1.4: the statement that writes the failure decides that no retry is left', async () => {
      const claimed = await queue.claimNew({ maxRetries: 5 });
      await queue.change(claimed.job.id, { retryCount: 5 });
      expect(await queue.settle(claimed, retry('the last'))).toBe('failed');
      expect(await queue.jobs.find(claimed.job.id)).toMatchObject({
        status: 'failed',
        error: 'the last',
        retryCount: 5,
        finishedAt: expect.any(Date),
      });
    });

    it('R1.5: with max_retries 0 the first failure is final', async () => {
      const claimed = await queue.claimNew({ maxRetries: 0 });
      expect(await queue.settle(claimed, retry('only'))).toBe('failed');
    });

    it('R3.5: snoozes and releases count as nothing, even when no retry is left', async () => {
      const claimed = await queue.claimNew({ maxRetries: 0 });
      expect(await queue.settle(claimed, SNOOZED)).toBe('pending');
      await queue.store.promote(100);
      expect(await queue.settle(await queue.claimOne(claimed.job.type), RELEASED)).toBe('pending');
      expect(await queue.jobs.find(claimed.job.id)).toMatchObject({ retryCount: 0, error: null });
    });

    it('keeps the error of an earlier attempt on a completed job, but not as its end', async () => {
      const first = await queue.claimNew({ maxRetries: 1 });
      await queue.settle(first, retry('flaky'));
      await queue.settle(await queue.claimOne(first.job.type), COMPLETED);
      expect(await queue.jobs.find(first.job.id)).toMatchObject({ status: 'completed', error: 'flaky' });
      expect((await queue.jobs.history(first.job.id)).at(-1)).toMatchObject({ event: 'completed', error: null });
    });
  });
});

describe('A-WS-7 attempts and retries', () => {
  describe.each(availableDatabases().map((db) => ({ database: db.name, db })))('on $database', ({ db }) => {
    it.each([1, 3])('a job that always fails runs exactly %i times, then is failed, and nothing is pending', async (attempts) => {
      const fresh = await db.create();
      const seen: number[] = [];
      @JobHandler('always-fails', { maxRetries: attempts - 1, backoff: fixed(0) })
      class AlwaysFails {
        handle(_payload: unknown, job: { attempt: number }) {
          seen.push(job.attempt);
          throw new Error(`attempt ${job.attempt}`);
        }
      }
      const queueApp = await startQueueApp({ database: fresh.options, handlers: [AlwaysFails], queue: { worker: BY_HAND } });
      const { jobs, worker } = queueApp;
      const { job } = await jobs.enqueue('always-fails');
      await eventually('the job failed', async () => {
        await worker?.runOnce();
        return (await jobs.find(job.id))?.status === 'failed';
      });
      expect(await worker?.runOnce()).toBe(0);
      expect(seen).toEqual(Array.from({ length: attempts }, (_, index) => index + 1));
      expect(await jobs.find(job.id)).toMatchObject({
        status: 'failed',
        retryCount: attempts - 1,
        error: expect.stringContaining(`attempt ${attempts}`),
      });
      expect(await jobs.counts()).toMatchObject([{ pending: 0, running: 0, failed: 1 }]);
      await queueApp.close();
      await fresh.drop();
    });
  });
});

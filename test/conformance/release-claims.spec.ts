import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, unique } from '../support/queue-database.js';

describe('giving back claims whose answer was lost', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R3.8: a job that was never started is pending again at once, with its time, its retries and no history', async () => {
      const leaseToken = randomUUID();
      const { job } = await queue.claimNew({ maxRetries: 0 }, { leaseToken });
      expect(await queue.store.releaseClaims([leaseToken, randomUUID()])).toBe(1);
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'pending', retryCount: 0, runAt: job.runAt, workerId: null, claimedAt: null });
      expect((await queue.jobs.history(job.id)).map(({ event }) => event)).toEqual(['enqueued']);
      expect((await queue.claimOne(job.type)).job.id).toBe(job.id);
    });

    it('R1.2: a finished job and one under another token stay as they are', async () => {
      const leaseToken = randomUUID();
      const type = unique('kept');
      await queue.jobs.enqueueMany([{ type }, { type }]);
      const finished = await queue.claimOne(type, { leaseToken });
      await queue.settle(finished, COMPLETED);
      const other = await queue.claimOne(type);
      expect(await queue.store.releaseClaims([leaseToken])).toBe(0);
      expect(await queue.jobs.find(finished.job.id)).toMatchObject({ status: 'completed' });
      expect(await queue.jobs.find(other.job.id)).toMatchObject({ status: 'running' });
    });
  });
});

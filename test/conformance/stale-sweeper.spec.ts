import { describe, expect, it } from '@jest/globals';
import { Backend } from '../../lib/store/typeorm/backend.js';
import { drive, query } from '../../lib/store/typeorm/plan.js';
import { rescueJobs } from '../../lib/store/typeorm/statements/rescue-jobs.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, type QueueDatabase } from '../support/queue-database.js';

/** Sweeps without the transaction and its locks, and does something between the read and the first write. */
function sweepWithPause(queue: QueueDatabase, pause: () => Promise<unknown>): Promise<unknown[]> {
  const { executor, schema } = new Backend(queue.dataSource, { name: 'default', queryTimeout: 10_000, prepared: true });
  let statements = 0;
  return drive(rescueJobs(schema, 100), async (statement) => {
    if (statements++ === 1) await pause();
    return executor.run({ plan: () => query(statement), atomic: false });
  });
}

describe('A-WS-1 a sweeper that read a stale row', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('does not resurrect a job that completed meanwhile', async () => {
      const claimed = await queue.claimNew({ maxRetries: 3 });
      await queue.expire(claimed.job.id);
      expect(await sweepWithPause(queue, () => queue.settle(claimed, COMPLETED))).toEqual([]);
      expect(await queue.jobs.find(claimed.job.id)).toMatchObject({ status: 'completed', retryCount: 0, error: null });
      expect(await queue.store.history(claimed.job.id)).toEqual([]);
    });

    it('does not take a job whose lease was renewed meanwhile', async () => {
      const { job, leaseToken } = await queue.claimNew({ maxRetries: 0 });
      await queue.expire(job.id);
      expect(await sweepWithPause(queue, () => queue.store.renewLeases([{ id: job.id, leaseToken }], 60_000))).toEqual([]);
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'running', error: null });
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { RetryJob } from '../../../lib/index.js';
import { JobHistoryEntity } from '../../../lib/store/typeorm/entities/job-history.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const JOBS = 500;

describe('R5.2 a worker where completed jobs are deleted at once', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('runs every job to its end and leaves neither jobs nor history; what failed stays', async () => {
      const ends: number[] = [];
      const handler = handlerOf('work', (payload, { attempt }) => {
        const { n } = payload as { n: number };
        if (n % 50 === 0 && attempt === 1) throw new RetryJob({ after: 0 });
        if (n === 7) throw new Error('no luck');
        ends.push(n);
      });
      const queue = await start({
        handlers: [handler],
        queue: { worker: { concurrency: 50, pollInterval: 50 }, retention: { completed: 0 }, handlers: { maxRetries: 1, backoff: [0] } },
      });
      await queue.jobs.enqueueMany(Array.from({ length: JOBS }, (_, n) => ({ type: 'work', payload: { n } })));
      await eventually('only the failed job is left', async () => {
        const { jobs } = await queue.jobs.list({ limit: 2 });
        return jobs.length === 1 && jobs[0]?.status === 'failed';
      });
      expect(ends.toSorted((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, n) => n).filter((n) => n !== 7));
      const { jobs } = await queue.jobs.list();
      expect(jobs).toMatchObject([{ status: 'failed', payload: { n: 7 } }]);
      expect(await queue.dataSource.getRepository(JobHistoryEntity).find()).toMatchObject([{ jobId: jobs[0]?.id, event: 'retried' }]);
      expect(queue.logger.texts('error')).toEqual([]);
    });
  });
});

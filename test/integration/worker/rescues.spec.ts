import { describe, expect, it } from '@jest/globals';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { Held } from '../support/handlers.js';

describe('A-WS-6 a job whose workers vanish each time', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it.each([
      ['retry', 2, 3],
      ['retry', 0, 1],
      ['fail', 2, 1],
    ] as const)('onWorkerLost %s and %d retries: %d executions, then failed as WORKER_LOST', async (onWorkerLost, maxRetries, executions) => {
      const held = new Held('killer', { maxRetries, onWorkerLost });
      const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, pollInterval: 50, concurrency: 5 } } });
      const { id } = (await queue.jobs.enqueue('killer')).job;
      for (let lost = 1; lost <= executions; lost++) {
        expect((await held.next()).job).toMatchObject({ attempt: lost, retryCount: lost - 1 });
        await queue.dataSource.getRepository(JobEntity).update({ id }, { leaseExpiresAt: 1 });
        await eventually('the job is rescued', async () => (await queue.sweeper.runOnce(), (await queue.jobs.find(id))?.errorCode === 'WORKER_LOST'));
        if (lost < executions) await eventually('it runs again', () => held.attempts.length > lost);
      }
      await eventually('it is failed', async () => (await queue.sweeper.runOnce(), (await queue.jobs.find(id))?.status === 'failed'));
      expect(await queue.jobs.find(id)).toMatchObject({
        retryCount: executions - 1,
        errorCode: 'WORKER_LOST',
        error: expect.stringContaining('vanished'),
      });
      for (const { end } of held.attempts) end('late');
      await queue.worker?.runOnce();
      expect(held.attempts).toHaveLength(executions);
      expect(await queue.jobs.find(id)).toMatchObject({ status: 'failed', result: null });
    });
  });
});

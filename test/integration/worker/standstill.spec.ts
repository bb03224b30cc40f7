import { describe, expect, it } from '@jest/globals';
import { JobHandler } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { SweepTask } from '../../../lib/queue.worker-providers.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND, startQueueApp } from '../../support/queue-app.js';

@JobHandler('standing-still', { maxRetries: 0 })
class StandingStillHandler {
  end: (result: unknown) => void = () => undefined;
  private readonly starts: (() => void)[] = [];
  readonly started = new Promise<void>((resolve) => this.starts.push(resolve));

  handle(): Promise<unknown> {
    for (const start of this.starts) start();
    return new Promise((end) => (this.end = end));
  }
}

describe('R3.7: a process that stood still for longer than its lease', () => {
  eachDatabase((db) => {
    it('renews its own leases before it looks for lost workers, and so rescues none of its living jobs', async () => {
      const database = await db.create();
      const queue = await startQueueApp({ database: database.options, handlers: [StandingStillHandler], queue: { worker: BY_HAND } });
      const { job } = await queue.jobs.enqueue('standing-still');
      const handler = queue.app.get(StandingStillHandler);
      await handler.started;
      await queue.dataSource.getRepository(JobEntity).update({ id: job.id }, { leaseExpiresAt: 1 });
      const sweep = queue.app.get(SweepTask, { strict: false });
      await sweep.idle();
      sweep.trigger();
      await sweep.idle();
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'running' });
      handler.end('done');
      await queue.worker?.runOnce();
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'completed', result: 'done' });
      await queue.close();
      await database.drop();
    });
  });
});

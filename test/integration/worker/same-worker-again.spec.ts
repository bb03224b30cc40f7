import { describe, expect, it } from '@jest/globals';
import { JobHandler } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND, startQueueApp } from '../../support/queue-app.js';

/** Hands each attempt to the test, which ends it. */
@JobHandler('held', { maxRetries: 2 })
class HeldHandler {
  readonly attempts: { readonly signal: AbortSignal; readonly end: (result: unknown) => void }[] = [];
  private readonly began: (() => void)[] = [];

  handle(_payload: unknown, { signal }: { signal: AbortSignal }): Promise<unknown> {
    return new Promise((end) => {
      this.attempts.push({ signal, end });
      this.began.shift()?.();
    });
  }

  async nextAttempt(work: () => Promise<unknown>): Promise<void> {
    const began = new Promise<void>((resolve) => this.began.push(resolve));
    await work();
    await began;
  }
}

describe('R3.7: a job that is rescued and claimed again by the worker that still runs it', () => {
  eachDatabase((db) => {
    it('goes on in the later attempt: the earlier one is aborted, and its late result is dropped', async () => {
      const database = await db.create();
      const queue = await startQueueApp({ database: database.options, handlers: [HeldHandler], queue: { worker: { ...BY_HAND, concurrency: 3 } } });
      const handler = queue.app.get(HeldHandler);
      let id = '';
      await handler.nextAttempt(async () => (id = (await queue.jobs.enqueue('held')).job.id));
      await queue.dataSource.getRepository(JobEntity).update({ id }, { leaseExpiresAt: 1 });
      await handler.nextAttempt(() => queue.sweeper.runOnce());
      const [first, second] = handler.attempts;
      expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
      first?.end('late');
      second?.end('right');
      await queue.worker?.runOnce();
      expect(await queue.jobs.find(id)).toMatchObject({ status: 'completed', retryCount: 1, result: 'right' });
      await queue.close();
      await database.drop();
    });
  });
});

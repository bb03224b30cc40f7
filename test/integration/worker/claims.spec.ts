import { describe, expect, it, jest } from '@jest/globals';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf, Held } from '../support/handlers.js';

describe('Claims of a worker', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('A-ST-3: never take more than the free slots, and refill at once: 300 jobs finish without a poll or a sweep', async () => {
      let [running, most] = [0, 0];
      const work = handlerOf('work', async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      });
      const queue = await start({ handlers: [work], queue: { worker: { ...BY_HAND, concurrency: 4 } } });
      const store = queue.app.get<JobStore>(JOB_STORE, { strict: false });
      const held: number[] = [];
      const watch = async () => held.push((await queue.jobs.list({ status: 'running', limit: 50 })).jobs.length);
      const [claim, turn] = [jest.spyOn(store, 'claim'), jest.spyOn(store, 'settleAndClaim')];
      await queue.jobs.enqueueMany(Array.from({ length: 300 }, () => ({ type: 'work' })));
      await eventually('all are completed', async () => {
        await watch();
        return (await queue.jobs.counts())[0]?.completed === 300;
      });
      expect([most, Math.max(...held) <= 4]).toEqual([4, true]);
      expect(claim.mock.calls.every(([{ limit }]) => limit <= 4) && turn.mock.calls.every(([, { limit }]) => limit <= 4)).toBe(true);
    });

    it('A-LO-6: leave jobs alone whose type the worker does not know', async () => {
      const old = await start({ handlers: [handlerOf('known', () => 1)], queue: { worker: BY_HAND } });
      const { job } = await old.jobs.enqueue('unknown');
      expect(await old.worker?.runOnce()).toBe(0);
      expect(await old.jobs.find(job.id)).toEqual(job);
      const newer = await start({ handlers: [handlerOf('unknown', () => 1)], queue: { worker: BY_HAND } });
      await newer.worker?.runOnce();
      expect(await newer.jobs.find(job.id)).toMatchObject({ status: 'completed', retryCount: 0 });
    });

    it('A-LO-2: see a job only when the transaction that enqueued it has committed, and are told then', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      const { job } = await queue.dataSource.transaction(async (manager) => {
        const enqueued = await queue.jobs.enqueue('held', {}, { manager });
        await new Promise((resolve) => setImmediate(resolve));
        expect(held.attempts).toHaveLength(0);
        return enqueued;
      });
      const attempt = await held.next();
      expect(attempt.job.id).toBe(job.id);
      attempt.end();
    });
  });
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf, Held } from '../support/handlers.js';

/** Claims that the worker has begun since. */
function claimsOf(queue: QueueApp) {
  return jest.spyOn(queue.app.get<JobStore>(JOB_STORE, { strict: false }), 'claim').mock;
}

describe('A-LO-2 wake-up of a worker that polls once an hour', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('a job that is enqueued while the worker idles starts', async () => {
      const held = new Held('job');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      await queue.worker?.runOnce();
      for (let round = 1; round <= 3; round++) {
        await queue.jobs.enqueue('job');
        const attempt = await held.next();
        attempt.end();
        await queue.worker?.runOnce();
      }
      expect(await queue.jobs.counts()).toMatchObject([{ completed: 3 }]);
    });

    it('a job of a nested transaction starts only after the outer commit', async () => {
      const held = new Held('job');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      await queue.worker?.runOnce();
      const claims = claimsOf(queue);
      const { id } = await queue.dataSource.transaction(async (outer) => {
        const { job } = await outer.transaction((inner) => queue.jobs.enqueue('job', {}, { manager: inner }));
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        expect([claims.calls.length, held.attempts.length]).toEqual([0, 0]);
        return job;
      });
      const attempt = await held.next();
      expect(attempt.job.id).toBe(id);
      attempt.end();
    });

    it('a roll-back wakes nobody, and its job never runs; a later commit on the same connection does not wake for it', async () => {
      const held = new Held('job');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      await queue.worker?.runOnce();
      const claims = claimsOf(queue);
      const work = queue.dataSource.transaction(async (manager) => {
        await queue.jobs.enqueue('job', {}, { manager });
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      await queue.dataSource.transaction((manager) => manager.query('SELECT 1'));
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      expect(claims.calls).toHaveLength(0);
      expect(await queue.worker?.runOnce()).toBe(0);
      expect([held.attempts.length, (await queue.jobs.list()).jobs]).toEqual([0, []]);
    });

    it('a busy worker does not see the job of an open transaction', async () => {
      const seen: string[] = [];
      const busy = handlerOf('busy', (_payload, { id }) => void seen.push(id));
      const queue = await start({ handlers: [busy], queue: { worker: BY_HAND } });
      // On SQLite the queue waits for the open transaction, so that the others run before it ends only elsewhere.
      const others = await queue.jobs.enqueueMany(Array.from({ length: 20 }, () => ({ type: 'busy' })));
      const { job } = await queue.dataSource.transaction(async (manager) => {
        const enqueued = await queue.jobs.enqueue('busy', {}, { manager, priority: 'critical' });
        if (db.name !== 'sqlite') await queue.worker?.runOnce();
        expect(seen).not.toContain(enqueued.job.id);
        return enqueued;
      });
      await queue.worker?.runOnce();
      while (seen.length < 21) await queue.worker?.runOnce();
      expect(seen.toSorted()).toEqual([...others.map((other) => other.job.id), job.id].toSorted());
    });
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { beginClose } from '../shutdown/support/begin-close.js';
import { handlerOf, Held } from '../support/handlers.js';

const worker = { ...BY_HAND, concurrency: 1, prefetch: 3 };

describe('worker.prefetch', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);
    const running = (queue: Awaited<ReturnType<typeof start>>) => queue.jobs.list({ status: 'running' }).then(({ jobs }) => jobs.length);

    it('claims so many beside those that run, and runs them in order, one for each slot', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      const made = await queue.jobs.enqueueMany(Array.from({ length: 6 }, () => ({ type: 'held' })));
      const started: string[] = [];
      for (let left = 6; left > 0; left--) {
        const attempt = await held.next();
        started.push(attempt.job.id);
        await eventually('the others are claimed ahead', async () => (await running(queue)) === Math.min(left, 4));
        expect(held.attempts).toHaveLength(started.length);
        attempt.end();
      }
      expect(started).toEqual(made.map(({ job }) => job.id));
    });

    it('R3.8: gives what has not started back at shutdown, uncounted and without a trace', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      const made = await queue.jobs.enqueueMany(Array.from({ length: 4 }, () => ({ type: 'held' })));
      const attempt = await held.next();
      await eventually('the others are claimed ahead', async () => (await running(queue)) === 4);
      const { closed } = await beginClose(queue);
      attempt.end('done');
      await closed;
      const next = await start({ handlers: [handlerOf('held', () => 'next')], queue: { worker: false } });
      const jobs = await Promise.all(made.map(({ job }) => next.jobs.find(job.id)));
      expect(jobs).toMatchObject([
        { status: 'completed', result: 'done' },
        ...made.slice(1).map(({ job }) => ({ status: 'pending', retryCount: 0, runAt: job.runAt })),
      ]);
      expect(held.attempts).toHaveLength(1);
      const histories = await Promise.all(made.slice(1).map(({ job }) => next.jobs.history(job.id)));
      expect(histories.map((history) => history.map(({ event }) => event))).toEqual([['enqueued'], ['enqueued'], ['enqueued']]);
    });

    it('R3.6: one statement renews the leases of those that wait too', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      const renew = jest.spyOn(queue.app.get<JobStore>(JOB_STORE, { strict: false }), 'renewLeases');
      await queue.jobs.enqueueMany(Array.from({ length: 4 }, () => ({ type: 'held' })));
      const attempt = await held.next();
      await eventually('the others are claimed ahead', async () => (await running(queue)) === 4);
      await queue.worker?.renewLeases();
      expect(renew.mock.calls.map(([leases]) => leases.length)).toEqual([4]);
      expect(await renew.mock.results[0]?.value).toHaveLength(4);
      attempt.end();
      for (let left = 3; left > 0; left--) (await held.next()).end();
    });

    it('R1.4: a job that must never be repeated is claimed only into a free slot', async () => {
      const held = new Held('held', { maxRetries: 0 });
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      await queue.jobs.enqueueMany(Array.from({ length: 3 }, () => ({ type: 'held' })));
      for (let left = 3; left > 0; left--) {
        const attempt = await held.next();
        await queue.worker?.renewLeases();
        expect(await running(queue)).toBe(1);
        attempt.end();
      }
      await eventually('all are completed', async () => (await queue.jobs.counts())[0]?.completed === 3);
    });

    it('does not start a job whose lease was lost while it waited', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      const [, taken] = await queue.jobs.enqueueMany(Array.from({ length: 3 }, () => ({ type: 'held' })));
      const first = await held.next();
      await eventually('the others are claimed ahead', async () => (await running(queue)) === 3);
      await queue.dataSource.query(`UPDATE jobs SET lease_token = 'of another' WHERE id = '${taken?.job.id}'`);
      await queue.worker?.renewLeases();
      first.end();
      const last = await held.next();
      last.end();
      await eventually('both are completed', async () => (await queue.jobs.counts())[0]?.completed === 2);
      expect(held.attempts.map(({ job }) => job.id)).not.toContain(taken?.job.id);
    });
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { fixed, SnoozeJob } from '../../../lib/index.js';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, Held, handlerOf } from '../support/handlers.js';

/** A claim passes over rows that another worker is just looking at; the next poll finds them. */
const POLLING = { ...BY_HAND, pollInterval: 50 };
const SHORT = { ...BY_HAND, lease: 300 };

function storeOf(queue: QueueApp): JobStore {
  return queue.app.get<JobStore>(JOB_STORE, { strict: false });
}

describe('A-DR-1 a worker that comes back from the dead', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it.each(['completes', 'fails', 'snoozes'])('%s nothing: the second attempt by another worker stands, with one warning', async (how) => {
      const slow = new Held('job', { backoff: fixed(0), maxRetries: 2 });
      const first = await start({ handlers: [slow.handler], queue: { worker: { ...POLLING, queues: ['default'] } } });
      const second = await start({ handlers: [handlerOf('job', () => 'second')], queue: { worker: { ...POLLING, queues: ['after'] } } });
      const { id } = (await first.jobs.enqueue('job')).job;
      const late = await slow.next();
      await first.dataSource.getRepository(JobEntity).update({ id }, { leaseExpiresAt: 1, queue: 'after' });
      await eventually('the job is rescued', async () => (await second.sweeper.runOnce(), (await second.jobs.find(id))?.retryCount === 1));
      await eventually('the second attempt is settled', async () => (await second.jobs.find(id))?.finishedAt !== null);
      const settled = await second.jobs.find(id);
      expect(settled).toMatchObject({ status: 'completed', retryCount: 1, result: 'second', workerId: second.worker?.id });

      if (how === 'completes') late.end('first');
      else late.fail(how === 'fails' ? new Error('first') : new SnoozeJob({ after: 1 }));
      await first.worker?.runOnce();
      expect(await first.jobs.find(id)).toEqual(settled);
      // Nest has one logger for all apps of a process: the newest app's.
      const lines = second.logger.texts('warn').filter((line) => line.includes(id) && !line.includes('was left by the lost worker'));
      expect(lines).toEqual([expect.stringContaining('not written')]);
      expect(second.logger.texts('error')).toEqual([]);
    });
  });

  const start = queueStarter();

  it('aborts the signal of the attempt at the next heartbeat', async () => {
    const slow = new Held('job');
    const first = await start({ handlers: [slow.handler], queue: { worker: SHORT } });
    const { id } = (await first.jobs.enqueue('job')).job;
    const attempt = await slow.next();
    await first.dataSource.getRepository(JobEntity).update({ id }, { leaseToken: 'of another' });
    expect(await aborted(attempt.job.signal)).toMatchObject({ reason: 'lease-lost' });
    attempt.end();
  });
});

describe('A-DR-2 a job longer than its lease', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('runs once while its worker is healthy, with two workers that sweep', async () => {
      const worker = { pollInterval: 50, sweepInterval: 50, lease: 500, concurrency: 2 };
      const held = new Held('long');
      const queue = await start({ handlers: [held.handler], queue: { worker } });
      await start({ handlers: [held.handler], queue: { worker } });
      const { id } = (await queue.jobs.enqueue('long')).job;
      const attempt = await held.next();
      const leaseEnd = async () => Number((await queue.dataSource.getRepository(JobEntity).findOneByOrFail({ id })).leaseExpiresAt);
      const first = await leaseEnd();
      await eventually('five leases have passed', async () => (await leaseEnd()) > first + 5 * worker.lease);
      attempt.end('long done');
      await eventually('the job is settled', async () => (await queue.jobs.find(id))?.status !== 'running');
      expect(await queue.jobs.find(id)).toMatchObject({ status: 'completed', retryCount: 0, result: 'long done' });
      expect(held.attempts).toHaveLength(1);
    });
  });
});

describe('heartbeats', () => {
  const start = queueStarter();

  it('one statement renews the leases of all running jobs', async () => {
    const held = new Held('job');
    const queue = await start({ handlers: [held.handler], queue: { worker: { ...SHORT, concurrency: 6 } } });
    const renew = jest.spyOn(storeOf(queue), 'renewLeases');
    const made = await queue.jobs.enqueueMany(Array.from({ length: 6 }, () => ({ type: 'job' })));
    const attempts = [];
    for (const _ of made) attempts.push(await held.next());
    renew.mockClear();
    await eventually('three beats came', () => renew.mock.calls.length >= 3);
    const ids = made.map(({ job }) => job.id).toSorted();
    for (const [leases, lease] of renew.mock.calls) {
      expect(leases.map(({ id }) => id).toSorted()).toEqual(ids);
      expect(lease).toBe(300);
    }
    for (const { end } of attempts) end();
  });

  it('an idle worker sends none', async () => {
    const queue = await start({ handlers: [handlerOf('job', () => null)], queue: { worker: { ...SHORT, pollInterval: 10, lease: 100 } } });
    const renew = jest.spyOn(storeOf(queue), 'renewLeases');
    const claim = jest.spyOn(storeOf(queue), 'claim');
    await eventually('the worker looked for jobs for several beats', () => claim.mock.calls.length >= 15);
    expect(renew).not.toHaveBeenCalled();
  });
});

describe('A-DR-9 passes never overlap', () => {
  const start = queueStarter();

  it.each(['claim', 'rescue', 'renewLeases'] as const)('%s: not while the one before is under way, however long it takes', async (method) => {
    const held = new Held('job');
    const queue = await start({
      handlers: [held.handler],
      queue: { worker: { pollInterval: 10, sweepInterval: 10, heartbeatInterval: 10 } },
    });
    await queue.jobs.enqueue('job');
    const attempt = await held.next();
    const slow = slowDown(storeOf(queue), method);
    await eventually('five passes began', () => slow.calls >= 5);
    expect(slow.most).toBe(1);
    slow.mock.mockRestore();
    attempt.end();
  });
});

/** Each call takes six intervals of the loops. */
function slowDown(store: JobStore, method: 'claim' | 'rescue' | 'renewLeases') {
  const original = store[method].bind(store) as (...args: unknown[]) => Promise<unknown>;
  const seen = { calls: 0, open: 0, most: 0 };
  const mock = jest.spyOn(store, method).mockImplementation((async (...args: unknown[]) => {
    seen.calls++;
    seen.most = Math.max(seen.most, ++seen.open);
    await new Promise((resolve) => setTimeout(resolve, 60));
    return original(...args).finally(() => seen.open--);
  }) as never);
  return Object.assign(seen, { mock });
}

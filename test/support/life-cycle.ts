import { expect } from '@jest/globals';
import type { Job } from '../../lib/index.js';
import type { ClaimedJob } from '../../lib/store/job-store.js';
import { COMPLETED, FAILED, RELEASED, RETRY, SNOOZED, unique, type QueueDatabase } from './queue-database.js';

/** Every method of the store once, so that a name that is wrong in any statement is met. */
export async function liveWholeLife(queue: QueueDatabase): Promise<void> {
  const [type, idempotencyKey] = [unique('life'), unique('key')];
  const results = await queue.jobs.enqueueMany([
    { type, queue: 'limited', idempotencyKey, owner: 'me', priority: 'high', payload: { n: 1 } },
    { type, delay: '1h' },
  ]);
  const [first, delayed] = results.map(({ job }) => job) as [Job, Job];
  expect(await queue.jobs.enqueue(type, { n: 1 }, { queue: 'limited', idempotencyKey })).toMatchObject({ created: false, job: { id: first.id } });
  await expect(queue.jobs.enqueue(type, {}, { idempotencyKey })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  for (const outcome of [RETRY, RELEASED, SNOOZED]) {
    const [claimed] = await queue.claim(type, { queues: ['other', 'limited'] });
    expect(await queue.settle(claimed as ClaimedJob, outcome)).toBe('pending');
  }
  const lost = await queue.claimOne(type, { failWhenLost: ['other'] });
  expect(await queue.store.renewLeases([{ id: lost.job.id, leaseToken: lost.leaseToken }], 60_000)).toHaveLength(1);
  await queue.expire(lost.job.id);
  expect(await queue.store.rescue(10)).toHaveLength(1);
  expect(await queue.settle(await queue.claimOne(type), COMPLETED)).toBe('completed');
  await queue.jobs.reschedule(delayed.id, { runAt: new Date(0) });
  expect(await queue.settle(await queue.claimOne(type), FAILED)).toBe('failed');
  await queue.store.promote(10);
  expect((await queue.jobs.list({ type, owner: 'me', status: 'completed' })).jobs).toMatchObject([
    { id: first.id, retryCount: 2, priorityLabel: 'high' },
  ]);
  expect(await queue.jobs.counts()).toMatchObject([
    { queue: 'default', failed: 1 },
    { queue: 'limited', completed: 1 },
  ]);
  expect((await queue.jobs.history(first.id)).map(({ event }) => event).filter((event) => event !== 'claimed')).toEqual(
    'enqueued retried released snoozed rescued completed'.split(' '),
  );
  const inside = await queue.dataSource.transaction((manager) => queue.jobs.enqueue(type, {}, { manager, queue: 'limited' }));
  expect(await queue.jobs.find(inside.job.id)).toEqual(inside.job);
}

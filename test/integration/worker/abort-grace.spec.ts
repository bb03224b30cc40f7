import { describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, Held, handlerOf } from '../support/handlers.js';

const start = queueStarter();
const timed = { timeout: 150, backoff: fixed(0), maxRetries: 1 };

describe('R3.6, A-DR-3 a handler that outlives its timeout', () => {
  it('gives up its slot at the end of abortGrace, and the next attempt does not start before', async () => {
    const held = new Held('slow', { ...timed, abortGrace: 200 });
    const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, concurrency: 3 } } });
    const { id } = (await queue.jobs.enqueue('slow')).job;
    const first = await held.next();
    await aborted(first.job.signal);
    const abortedAt = performance.now();
    const second = await held.next();
    expect(performance.now() - abortedAt).toBeGreaterThanOrEqual(195);
    second.end('right');
    await eventually('the job is completed', async () => (await queue.jobs.find(id))?.status === 'completed');
    first.end('late');
    await queue.worker?.runOnce();
    expect(await queue.jobs.find(id)).toMatchObject({
      status: 'completed',
      result: 'right',
      error: expect.stringContaining('timeout'),
      errorCode: 'TIMEOUT',
    });
  });

  it('fails for good by its timeout when no retry is left, even where it ends well within the grace', async () => {
    const slow = handlerOf('slow', async (_payload, { signal }) => (await aborted(signal), 'cleaned up'), { ...timed, timeout: 100, maxRetries: 0 });
    const queue = await start({ handlers: [slow], queue: { worker: BY_HAND } });
    const { id } = (await queue.jobs.enqueue('slow')).job;
    await queue.worker?.runOnce();
    expect(await queue.jobs.find(id)).toMatchObject({ status: 'failed', errorCode: 'TIMEOUT', result: null, retryCount: 0 });
  });

  it('never takes the slot of another: as many jobs run at once as the worker has slots, before and after', async () => {
    const held = new Held('slow', { ...timed, maxRetries: 0, abortGrace: 0 });
    const others = new Held('other');
    const queue = await start({ handlers: [held.handler, others.handler], queue: { worker: { ...BY_HAND, concurrency: 2 } } });
    await queue.jobs.enqueueMany([{ type: 'slow' }, { type: 'slow' }]);
    const slow = [await held.next(), await held.next()];
    await queue.jobs.enqueueMany(Array.from({ length: 4 }, () => ({ type: 'other' })));
    const two = [await others.next(), await others.next()];
    expect(slow.every(({ job }) => job.signal.aborted)).toBe(true);
    expect(await queue.dataSource.getRepository(JobEntity).countBy({ status: 'running' })).toBe(2);
    for (const { end } of slow) end('late');
    for (const { end } of two) end();
    for (const { end } of [await others.next(), await others.next()]) end();
    await queue.worker?.runOnce();
    expect(await queue.jobs.counts()).toMatchObject([{ completed: 4, failed: 2, running: 0, pending: 0 }]);
  });
});

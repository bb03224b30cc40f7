import { describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, handlerOf, Held } from '../support/handlers.js';

describe('R3.6: time limits', () => {
  const start = queueStarter();

  it('A-DR-3: the next attempt does not start, and the slot stays taken, until the late handler has ended', async () => {
    const held = new Held('slow', { timeout: 50, abortGrace: '1m', maxRetries: 1, backoff: fixed(0) });
    const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, concurrency: 2, lease: 300 } } });
    const { job } = await queue.jobs.enqueue('slow');
    const first = await held.next();
    expect(await aborted(first.job.signal)).toMatchObject({ code: 'JOB_ABORTED', reason: 'timeout' });
    const repository = queue.dataSource.getRepository(JobEntity);
    const end = async () => Number((await repository.findOneByOrFail({ id: job.id })).leaseExpiresAt);
    const atAbort = await end();
    await eventually('the lease is renewed all the same', async () => (await end()) > atAbort);
    expect(await queue.sweeper.runOnce()).toBe(0);
    expect([held.attempts.length, await queue.jobs.find(job.id)]).toEqual([1, expect.objectContaining({ status: 'running', retryCount: 0 })]);
    first.end('late');
    const second = await held.next();
    expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'running', retryCount: 1, errorCode: 'TIMEOUT', result: null });
    second.end('in time');
    await queue.worker?.runOnce();
    expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'completed', result: 'in time' });
  });

  it('A-ST-8: handlers that never end lose their slots after the grace, and other jobs complete', async () => {
    const never = new Held('never', { timeout: 50, abortGrace: 50, maxRetries: 0 });
    const queue = await start({ handlers: [never.handler, handlerOf('normal', () => 1)], queue: { worker: { ...BY_HAND, concurrency: 2 } } });
    const stuck = await queue.jobs.enqueueMany([{ type: 'never' }, { type: 'never' }]);
    await Promise.all([never.next(), never.next()]);
    await queue.jobs.enqueueMany(Array.from({ length: 5 }, () => ({ type: 'normal' })));
    await eventually('the five are completed', async () => (await queue.jobs.list({ status: 'completed' })).jobs.length === 5);
    for (const { job } of stuck) expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'failed', errorCode: 'TIMEOUT' });
  });

  it('A-CR-4: a handler that rejects after it was given up disturbs nothing', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const held = new Held('late', { timeout: 20, abortGrace: 20, maxRetries: 0 });
    const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
    const { job } = await queue.jobs.enqueue('late');
    const attempt = await held.next();
    await queue.worker?.runOnce();
    attempt.fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect([unhandled, await queue.jobs.find(job.id)]).toEqual([[], expect.objectContaining({ status: 'failed', errorCode: 'TIMEOUT' })]);
  });
});

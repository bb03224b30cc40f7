import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FailJob, fixed, RetryJob, SnoozeJob } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { BY_HAND } from '../../support/queue-app.js';
import { eventually } from '../../support/eventually.js';
import { queueStarter } from '../support/apps.js';
import { Held, handlerOf } from '../support/handlers.js';

const CANARY = 'canary-7f3a';
const LONGEST_TIMER = 2 ** 31 - 1;

describe('R5.5 what a job holds', () => {
  const start = queueStarter();

  it('payload, key, owner, error and result stand in no line of the log at any level, whatever becomes of the job', async () => {
    const secret = () => `${CANARY} ${Math.random()}`;
    const lost = new Held('lost', { maxRetries: 0 });
    const handlers = [
      handlerOf('ok', () => secret()),
      handlerOf('odd', () => ({ note: CANARY, count: 1n })),
      handlerOf('unread', () => ({ note: CANARY, deep: { read: () => CANARY } })),
      handlerOf('large', () => CANARY.repeat(20_000)),
      handlerOf('throws', () => Promise.reject(new Error(secret())), { maxRetries: 1, backoff: fixed(0) }),
      handlerOf('fails', () => Promise.reject(new FailJob(secret()))),
      handlerOf('retries', () => Promise.reject(new RetryJob({ after: '1h', message: secret() }))),
      handlerOf('snoozes', () => Promise.reject(new SnoozeJob({ after: '1h' }))),
      handlerOf('slow', () => new Promise(() => undefined), { timeout: 50, abortGrace: 0, maxRetries: 0 }),
    ];
    const queue = await start({ handlers: [...handlers, lost.handler], queue: { worker: { ...BY_HAND, concurrency: 20 } } });
    const types = ['ok', 'odd', 'unread', 'large', 'throws', 'fails', 'retries', 'snoozes', 'slow', 'lost'];
    for (const type of types) await queue.jobs.enqueue(type, { secret: CANARY }, { idempotencyKey: `${CANARY}-${type}`, owner: CANARY });
    const attempt = await lost.next();
    await queue.dataSource.getRepository(JobEntity).update({ id: attempt.job.id }, { leaseExpiresAt: 1 });
    await queue.sweeper.runOnce();
    attempt.fail(new Error(CANARY));
    await queue.worker?.runOnce();
    await eventually('all have ended an attempt', async () =>
      (await queue.jobs.counts()).every(({ running, pending, delayed }) => running === 0 && pending === delayed),
    );
    await expect(queue.jobs.enqueue('ok', { other: CANARY }, { idempotencyKey: `${CANARY}-ok` })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    await queue.close();
    expect(queue.logger.lines.length).toBeGreaterThan(types.length);
    expect(queue.logger.lines.filter(({ text }) => text.includes(CANARY))).toEqual([]);
  });
});

describe('A-TI-1 far-off times', () => {
  const start = queueStarter();
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('a delay of 60 days, a back-off of a year and a snooze arm no timer above 2^31-1 ms, and nothing runs early', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    const armed = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'setInterval')];
    let runs = 0;
    const year = handlerOf('year', () => Promise.reject(new Error(`${++runs}`)), { backoff: fixed('365d') });
    const snooze = handlerOf('snooze', () => (runs++, Promise.reject(new SnoozeJob({ after: '60d' }))));
    const far = handlerOf('far', () => ++runs);
    const queue = await start({ handlers: [year, snooze, far], queue: { worker: BY_HAND } });
    await queue.jobs.enqueue('far', {}, { delay: '60d' });
    await queue.jobs.enqueue('far', {}, { runAt: new Date(Date.now() + 400 * 86_400_000) });
    await queue.jobs.enqueueMany([{ type: 'year' }, { type: 'snooze' }]);
    for (let pass = 0; pass < 5; pass++) await queue.worker?.runOnce();
    await queue.close();
    process.off('warning', note);
    const delays = armed.flatMap(({ mock }) => (mock.calls as unknown[][]).map(([, delay]) => Number(delay ?? 0)));
    expect(delays.length).toBeGreaterThan(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(LONGEST_TIMER);
    expect(warnings).not.toContain('TimeoutOverflowWarning');
    expect(runs).toBe(2);
  });
});

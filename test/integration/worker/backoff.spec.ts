import { describe, expect, it } from '@jest/globals';
import { exponential, FailJob, fixed, linear, RetryJob, SnoozeJob, type BackoffOption } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { handlerOf } from '../support/handlers.js';
import { queueStarter, type StartQueue } from '../support/apps.js';

const MINUTE = 60_000;
/** PostgreSQL's clock goes on within a statement, so that two instants of one row may lie on both sides of a millisecond. */
const CLOCK_STEP = 2;

const policies: [string, BackoffOption, number[]][] = [
  ['fixed', fixed('7s'), [7_000, 7_000, 7_000]],
  ['linear', linear({ step: '20s' }), [20_000, 40_000, 60_000]],
  ['exponential', exponential({ base: '60s', factor: 3 }), [60_000, 180_000, 540_000]],
  ['exponential with a cap', exponential({ base: '60s', factor: 3, cap: '2m' }), [60_000, 120_000, 120_000]],
  ['list', ['60s', '300s', '900s'], [60_000, 300_000, 900_000]],
  ['short list', ['1m', '5m'], [60_000, 300_000, 300_000]],
  ['function', ({ attempt, error }) => attempt * 1_000 + (error as Error).message.length, [1_004, 2_004, 3_004]],
  [
    'throwing function',
    () => {
      throw new Error('no policy');
    },
    [60_000, 60_000, 60_000],
  ],
  ['function that gives no number', () => NaN, [60_000, 60_000, 60_000]],
];

/** Runs a job until it is final; how long after the end of each attempt, by the database's clock, the next was due. */
async function delays(queue: QueueApp, type: string): Promise<number[]> {
  const { id } = (await queue.jobs.enqueue(type)).job;
  const seen: number[] = [];
  for (;;) {
    await queue.worker?.runOnce();
    const row = await queue.dataSource.getRepository(JobEntity).findOneByOrFail({ id });
    if (row.status !== 'pending') return seen;
    seen.push(row.runAt - row.updatedAt);
    await queue.jobs.reschedule(id, { delay: 0 });
  }
}

function expectDelays(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, delay] of expected.entries()) {
    expect(actual[index]).toBeGreaterThanOrEqual(delay);
    expect(actual[index]).toBeLessThanOrEqual(delay + CLOCK_STEP);
  }
}

const worker = { ...BY_HAND, concurrency: 2 };

describe('R3.5 time between attempts, by the database clock', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('each policy: the attempts that the job has left, each after its delay', async () => {
      const handlers = policies.map(([name, backoff]) => handlerOf(name, () => Promise.reject(new Error('busy')), { backoff, maxRetries: 3 }));
      const queue = await start({ handlers, queue: { worker } });
      for (const [name, , expected] of policies) expectDelays(await delays(queue, name), expected);
    });

    it('RetryJob: a payment that is told to wait 5 min, 15 min and 1 h waits so long, whatever the policy', async () => {
      const waits = ['5m', '15m', '1h'] as const;
      const pay = handlerOf('pay', (_payload, { retryCount }) => Promise.reject(new RetryJob({ after: waits[retryCount] ?? '1d', message: '429' })), {
        backoff: fixed(1),
        maxRetries: 3,
      });
      const queue = await start({ handlers: [pay], queue: { worker } });
      expectDelays(await delays(queue, 'pay'), [5 * MINUTE, 15 * MINUTE, 60 * MINUTE]);
      const [job] = (await queue.jobs.list()).jobs;
      expect(job).toMatchObject({ status: 'failed', retryCount: 3, error: expect.stringContaining('429'), errorCode: null });
    });

    it('FailJob: a declined payment is failed at once, with retries left', async () => {
      const queue = await start({ handlers: [declined()], queue: { worker } });
      expect(await delays(queue, 'pay')).toEqual([]);
      expect((await queue.jobs.list()).jobs[0]).toMatchObject({ status: 'failed', retryCount: 0, error: expect.stringContaining('declined') });
    });

    it('SnoozeJob counts nothing: after more snoozes than retries the job still has all of them', () => snoozes(start));
  });
});

function declined() {
  return handlerOf('pay', () => Promise.reject(new FailJob('declined')), { maxRetries: 5 });
}

async function snoozes(start: StartQueue): Promise<void> {
  const attempts: number[] = [];
  const report = handlerOf(
    'report',
    (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length <= 4) throw new SnoozeJob({ after: '2m' });
      if (attempts.length === 5) throw new Error('first failure');
      return 'done';
    },
    { maxRetries: 1, backoff: fixed('1s') },
  );
  const queue = await start({ handlers: [report], queue: { worker } });
  expectDelays(await delays(queue, 'report'), [120_000, 120_000, 120_000, 120_000, 1_000]);
  expect(attempts).toEqual([1, 1, 1, 1, 1, 2]);
  expect((await queue.jobs.list()).jobs[0]).toMatchObject({ status: 'completed', retryCount: 1, result: 'done' });
}

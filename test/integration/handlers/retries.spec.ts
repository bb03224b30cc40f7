import { describe, expect, it } from '@jest/globals';
import { exponential, FailJob, fixed, linear, RetryJob, SnoozeJob, type BackoffOption, type Job } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const POLICIES: [string, BackoffOption, number[]][] = [
  ['fixed', fixed('30s'), [30, 30, 30]],
  ['linear', linear({ step: '10s' }), [10, 20, 30]],
  ['exponential', exponential({ base: '60s', factor: 3 }), [60, 180, 540]],
  ['list', ['60s', '5m', '15m'], [60, 300, 900]],
  ['function', ({ attempt, error }) => attempt * (error as Error).message.length * 1_000, [4, 8, 12]],
  ['a function that throws', () => JSON.parse('{') as number, [60, 60, 60]],
  ['a function that gives no number', () => NaN, [60, 60, 60]],
];

const fail = () => {
  throw new Error('busy');
};

/** Makes the job due and runs its next attempt. */
async function runAttempt({ jobs, worker }: QueueApp, id: string): Promise<Job> {
  await jobs.reschedule(id, { delay: 0 });
  await worker?.runOnce();
  return (await jobs.find(id)) as Job;
}

/** Milliseconds from the write of the outcome to the next attempt, both by the database's clock. */
const wait = ({ runAt, updatedAt }: Job) => runAt.getTime() - updatedAt.getTime();

async function enqueueLater({ jobs }: QueueApp, maxRetries = 3): Promise<string> {
  return (await jobs.enqueue('failing', {}, { maxRetries, delay: '1h' })).job.id;
}

describe('R3.5: what a handler throws', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);
    const startWith = (handle: () => unknown, backoff: BackoffOption = fixed('1h')) =>
      start({ handlers: [handlerOf('failing', handle, { backoff })], queue: { worker: BY_HAND } });

    it.each(POLICIES)('an error is retried by the policy, exact by the database clock: %s', async (_name, backoff, seconds) => {
      const queue = await startWith(fail, backoff);
      const id = await enqueueLater(queue);
      for (const [index, expected] of seconds.entries()) {
        const job = await runAttempt(queue, id);
        expect([job.status, job.retryCount, wait(job)]).toEqual(['pending', index + 1, expected * 1_000]);
      }
      expect(await runAttempt(queue, id)).toMatchObject({ status: 'failed', retryCount: 3, error: expect.stringContaining('busy') });
    });

    it('FailJob fails at once, whatever retries are left', async () => {
      const queue = await startWith(() => {
        throw new FailJob('declined');
      });
      expect(await runAttempt(queue, await enqueueLater(queue))).toMatchObject({
        status: 'failed',
        retryCount: 0,
        error: expect.stringContaining('declined'),
      });
    });

    it('RetryJob waits as it says, counts, and fails when no retry is left', async () => {
      const queue = await startWith(() => {
        throw new RetryJob({ after: '90s', message: 'too many requests' });
      });
      const id = await enqueueLater(queue, 1);
      const first = await runAttempt(queue, id);
      expect([first.status, first.retryCount, wait(first)]).toEqual(['pending', 1, 90_000]);
      expect(await runAttempt(queue, id)).toMatchObject({ status: 'failed', retryCount: 1 });
    });

    it('SnoozeJob waits as it says and does not count, even without retries', async () => {
      const queue = await startWith(() => {
        throw new SnoozeJob({ after: '45s' });
      });
      const id = await enqueueLater(queue, 0);
      for (let round = 0; round < 3; round++) {
        const job = await runAttempt(queue, id);
        expect([job.status, job.retryCount, job.error, wait(job)]).toEqual(['pending', 0, null, 45_000]);
      }
    });

    it('A-TI-1: a delay of 60 days is stored as it is, and nothing runs early', async () => {
      const days = 60 * 86_400_000;
      const queue = await startWith(() => {
        throw new RetryJob({ after: days });
      });
      const { job } = await queue.jobs.enqueue('failing', {}, { delay: days });
      await queue.worker?.runOnce();
      expect(await queue.jobs.find(job.id)).toEqual(job);
      expect(job.runAt.getTime() - job.createdAt.getTime()).toBe(days);
      expect(wait(await runAttempt(queue, job.id))).toBe(days);
      expect(await queue.dataSource.getRepository(JobEntity).countBy({ status: 'pending' })).toBe(1);
    });
  });
});

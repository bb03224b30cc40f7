import { describe, expect, it, jest } from '@jest/globals';
import { DatabaseError } from '../../../lib/errors/database.error.js';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import type { QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const JOBS = 60;
/** An answer brings at most five jobs, so that twelve must arrive; among as many as that takes, every third is lost. */
const LEAST_LOST = 5;
const WORKER = { concurrency: 5, pollInterval: 50, sweepInterval: 100, lease: 20_000 } as const;

/** Each third answer is lost after the statement was committed, as when a connection is cut at that moment. */
function loseAnswers({ app }: QueueApp): () => number {
  const store = app.get<JobStore>(JOB_STORE, { strict: false });
  let [calls, lost] = [0, 0];
  const lossy =
    <Args extends unknown[], T>(method: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const answer = await method.apply(store, args);
      if (++calls % 3 !== 0) return answer;
      lost++;
      throw new DatabaseError('ECONNRESET', true);
    };
  for (const method of ['claim', 'settleAndClaim'] as const) {
    const original = store[method] as (...args: never[]) => Promise<never>;
    jest.spyOn(store, method).mockImplementation(lossy(original) as never);
  }
  return () => lost;
}

describe('R3.12: answers of claims and settlements that are lost after the commit', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it.each([3, 0])('every job is completed once, and none is taken for one whose worker died: maxRetries %i', async (maxRetries) => {
      const runs: string[] = [];
      const queue = await start({ handlers: [handlerOf('work', (_payload, { id }) => runs.push(id), { maxRetries })], queue: { worker: WORKER } });
      const lost = loseAnswers(queue);
      await queue.jobs.enqueueMany(Array.from({ length: JOBS }, () => ({ type: 'work' })));
      await eventually('all jobs are completed', async () => (await queue.jobs.counts())[0]?.completed === JOBS);
      expect(lost()).toBeGreaterThanOrEqual(LEAST_LOST);
      expect([runs.length, new Set(runs).size]).toEqual([JOBS, JOBS]);
      expect(await queue.jobs.counts()).toMatchObject([{ completed: JOBS, failed: 0, running: 0, pending: 0 }]);
      const { jobs } = await queue.jobs.list({ limit: JOBS });
      expect(jobs.every(({ retryCount, errorCode }) => retryCount === 0 && errorCode === null)).toBe(true);
    });

    it('R5.2: where completed jobs are deleted at once, every job runs once, and a second write that meets nothing only warns', async () => {
      const runs: string[] = [];
      const handler = handlerOf('work', (_payload, { id }) => runs.push(id));
      const queue = await start({ handlers: [handler], queue: { worker: WORKER, retention: { completed: 0 } } });
      const lost = loseAnswers(queue);
      await queue.jobs.enqueueMany(Array.from({ length: JOBS }, () => ({ type: 'work' })));
      await eventually('all jobs are gone', async () => (await queue.jobs.counts()).length === 0);
      await queue.worker?.runOnce();
      expect(lost()).toBeGreaterThanOrEqual(LEAST_LOST);
      expect([runs.length, new Set(runs).size]).toEqual([JOBS, JOBS]);
      expect(await queue.jobs.counts()).toEqual([]);
      expect(queue.logger.texts('warn').filter((text) => text.includes('was not written'))).not.toHaveLength(0);
      expect(queue.logger.texts('error')).toEqual([]);
    });
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { JOB_STORE, type ClaimedJob, type JobStore } from '../../../lib/store/job-store.js';
import { eventually } from '../../support/eventually.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, Held } from '../support/handlers.js';

/** Milliseconds; writing what is given back may take 2 s more. */
const GRACE = 200;
const LONGEST = GRACE + 2_000 + 1_000;

async function millisecondsOf(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return performance.now() - begun;
}

describe('R3.8: nothing holds a shutdown beyond the grace', () => {
  eachWithoutLeaks(() => {
    const start = queueStarter();
    const storeOf = ({ app }: QueueApp) => app.get<JobStore>(JOB_STORE, { strict: false });

    it('not a handler that was timed out and has a longer abort grace: it still failed by its timeout', async () => {
      const held = new Held('held', { timeout: 20, abortGrace: '1h' });
      const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, shutdownGrace: GRACE } } });
      const { job } = await queue.jobs.enqueue('held');
      expect(await aborted((await held.next()).job.signal)).toMatchObject({ reason: 'timeout' });
      expect(await millisecondsOf(queue.close())).toBeLessThan(GRACE + 1_000);
      const later = await start({ queue: { worker: false } });
      expect(await later.jobs.find(job.id)).toMatchObject({ status: 'pending', retryCount: 1, errorCode: 'TIMEOUT' });
    });

    it('not a claim that is never answered', async () => {
      const queue = await start({ handlers: [new Held('held').handler], queue: { worker: { ...BY_HAND, shutdownGrace: GRACE } } });
      await queue.worker?.runOnce();
      const claim = jest.spyOn(storeOf(queue), 'claim').mockImplementation(() => new Promise<ClaimedJob[]>(() => undefined));
      await queue.jobs.enqueue('held');
      await eventually('the claim is under way', () => claim.mock.calls.length === 1);
      expect(await millisecondsOf(queue.close())).toBeLessThan(LONGEST);
    });

    it('not an outcome that the database does not take: its lease runs out, and the job is rescued', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, shutdownGrace: GRACE, lease: 3_000 } } });
      for (const method of ['settle', 'settleAndClaim'] as const) {
        jest.spyOn(storeOf(queue), method).mockImplementation(() => new Promise<never>(() => undefined));
      }
      const { job } = await queue.jobs.enqueue('held');
      (await held.next()).end();
      expect(await millisecondsOf(queue.close())).toBeLessThan(LONGEST);
      const later = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      await eventually('the job is rescued', async () => (await later.sweeper.runOnce()) === 1);
      (await held.next()).end();
      await later.worker?.runOnce();
      expect(await later.jobs.find(job.id)).toMatchObject({ status: 'completed', retryCount: 1 });
    });

    it('not a sweep that is never answered', async () => {
      const queue = await start({ queue: { worker: { ...BY_HAND, sweepInterval: 10, shutdownGrace: GRACE } } });
      const rescue = jest.spyOn(storeOf(queue), 'rescue').mockImplementation(() => new Promise<never>(() => undefined));
      await eventually('the sweep is under way', () => rescue.mock.calls.length === 1);
      expect(await millisecondsOf(queue.close())).toBeLessThan(LONGEST);
    });
  });
});

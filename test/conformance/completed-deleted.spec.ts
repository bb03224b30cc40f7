import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Job } from '../../lib/index.js';
import type { ClaimedJob, Settlement } from '../../lib/store/job-store.js';
import { JobHistoryEntity } from '../../lib/store/typeorm/entities/job-history.entity.js';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, FAILED, queueDatabase, RELEASED, RETRY, SNOOZED, unique, type QueueDatabase } from '../support/queue-database.js';

describe('R5.2 completed jobs that are deleted at once', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db, { queue: { retention: { completed: 0 } } });

    it('a job that completes is gone with its history, and nothing else is', async () => {
      const [gone, stays] = [await withHistory(queue), await withHistory(queue)];
      expect(await queue.settle(gone, COMPLETED)).toBe('completed');
      expect(await queue.jobs.find(gone.job.id)).toBeNull();
      await expect(queue.jobs.history(gone.job.id)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
      expect(await historyCount(queue, gone.job.id)).toBe(0);
      expect(await queue.jobs.find(stays.job.id)).toMatchObject({ status: 'running' });
      expect(await historyCount(queue, stays.job.id)).toBe(4);
    });

    it('a turn deletes what has completed with its history and claims the next jobs in order', async () => {
      const old = await withHistory(queue);
      const { type, settlements } = await running(queue, { held: 3, waiting: 4 });
      const { settled, claimed } = await turn(queue, type, [...settlements, { claimed: old, outcome: COMPLETED }], 3);
      expect(settled).toEqual(['completed', 'completed', 'completed', 'completed']);
      expect(claimed.map(({ job }) => job.payload)).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }]);
      expect((await ofType(queue, type)).map(({ status }) => status)).toEqual(['pending', 'running', 'running', 'running']);
      expect(await historyCount(queue, old.job.id)).toBe(0);
    });

    it('R3.7: a job whose lease was lost stays with its history and is told apart', async () => {
      const lost = await withHistory(queue);
      const { type, settlements } = await running(queue, { held: 2, waiting: 1 });
      await queue.change(lost.job.id, { leaseToken: randomUUID() });
      const [first, second] = settlements as [Settlement, Settlement];
      const { settled, claimed } = await turn(queue, type, [first, { claimed: lost, outcome: COMPLETED }, second], 1);
      expect(settled).toEqual(['completed', null, 'completed']);
      expect(claimed).toHaveLength(1);
      expect(await queue.jobs.find(lost.job.id)).toMatchObject({ status: 'running' });
      expect(await historyCount(queue, lost.job.id)).toBe(4);
    });

    it('failures in the same turn stay', async () => {
      const { type, settlements } = await running(queue, { held: 3, waiting: 0 });
      const [completed, failed, retried] = settlements as [Settlement, Settlement, Settlement];
      const { settled } = await turn(queue, type, [completed, { ...failed, outcome: FAILED }, { ...retried, outcome: RETRY }], 0);
      expect(settled).toEqual(['completed', 'failed', 'pending']);
      expect((await ofType(queue, type)).map(({ id, status }) => [id, status])).toEqual([
        [retried.claimed.job.id, 'pending'],
        [failed.claimed.job.id, 'failed'],
      ]);
    });

    it('R3.12: an outcome that is written again, since its answer was lost, meets nothing', async () => {
      const { type, settlements } = await running(queue, { held: 2, waiting: 0 });
      await turn(queue, type, settlements, 1);
      const before = await queue.count();
      expect(await queue.store.settle(settlements)).toEqual([null, null]);
      expect(await turn(queue, type, settlements, 1)).toEqual({ settled: [null, null], claimed: [] });
      expect(await queue.count()).toBe(before);
    });

    it('R3.12: a job of which a cancel was requested, but which completed, is gone too', async () => {
      const claimed = await queue.claimNew();
      await queue.change(claimed.job.id, { status: 'cancel_requested' });
      expect(await queue.settle(claimed, COMPLETED)).toBe('completed');
      expect(await queue.jobs.find(claimed.job.id)).toBeNull();
    });

    it('its idempotency key is free again at once', async () => {
      const [type, idempotencyKey] = [unique('job'), unique('key')];
      const first = await queue.jobs.enqueue(type, {}, { idempotencyKey });
      expect(await queue.jobs.enqueue(type, {}, { idempotencyKey })).toMatchObject({ created: false });
      await queue.settle(await queue.claimOne(type), COMPLETED);
      const again = await queue.jobs.enqueue(type, { other: true }, { idempotencyKey });
      expect(again.created).toBe(true);
      expect(again.job.id).not.toBe(first.job.id);
    });

    it('R1.5: of batches of 200, settled and claimed in turns, every job completes once and none is left', async () => {
      const [jobs, batch, type] = [1_000, 200, unique('batch')];
      await queue.jobs.enqueueMany(Array.from({ length: jobs }, () => ({ type })));
      const ids: string[] = [];
      let held = await queue.claim(type, { limit: batch });
      while (held.length > 0) {
        ids.push(...held.map(({ job }) => job.id));
        const next = await turn(
          queue,
          type,
          held.map((claimed) => ({ claimed, outcome: COMPLETED })),
          batch,
        );
        expect(next.settled).toEqual(held.map(() => 'completed'));
        held = next.claimed;
      }
      expect([ids.length, new Set(ids).size]).toEqual([jobs, jobs]);
      expect(await queue.dataSource.getRepository(JobEntity).countBy({ type })).toBe(0);
    });
  });
});

/** A job with four entries of history that runs in its fifth attempt. */
async function withHistory(queue: QueueDatabase): Promise<ClaimedJob> {
  let claimed = await queue.claimNew();
  for (const outcome of [RETRY, SNOOZED, RELEASED]) {
    await queue.settle(claimed, outcome);
    if (outcome === RELEASED) await queue.jobs.reschedule(claimed.job.id, { delay: 0 });
    claimed = await queue.claimOne(claimed.job.type);
  }
  return claimed;
}

function historyCount(queue: QueueDatabase, jobId: string): Promise<number> {
  return queue.dataSource.getRepository(JobHistoryEntity).countBy({ jobId });
}

/** Jobs of a type of their own: the first `held` are claimed and have completed. */
async function running(queue: QueueDatabase, { held, waiting }: { held: number; waiting: number }) {
  const type = unique('turn');
  await queue.jobs.enqueueMany(Array.from({ length: held + waiting }, (_, n) => ({ type, payload: { n } })));
  const claimed = await queue.claim(type, { limit: held });
  return { type, settlements: claimed.map((one): Settlement => ({ claimed: one, outcome: COMPLETED })) };
}

function turn(queue: QueueDatabase, type: string, settlements: readonly Settlement[], limit: number) {
  const request = { workerId: 'tester', leaseToken: randomUUID(), lease: 60_000, limit, types: [type], ahead: 0, failWhenLost: [], queues: null };
  return queue.store.settleAndClaim(settlements, request);
}

/** Newest first. */
async function ofType(queue: QueueDatabase, type: string): Promise<Job[]> {
  return (await queue.jobs.list({ type, limit: 200 })).jobs;
}

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Settlement } from '../../lib/store/job-store.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, RETRY, unique, type QueueDatabase } from '../support/queue-database.js';

describe('settling and claiming in one turn', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R3.3: what has ended is settled, and the next jobs are claimed in order', async () => {
      const { type, settlements } = await running(queue, { held: 3, waiting: 4 });
      const { settled, claimed } = await turn(queue, type, settlements, 3);
      expect(settled).toEqual(['completed', 'completed', 'completed']);
      expect(claimed.map(({ job }) => job.payload)).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }]);
      expect(await states(queue, type)).toEqual({ completed: 3, running: 3, pending: 1 });
    });

    it('R3.3: results reach each its own job', async () => {
      const { type, settlements } = await running(queue, { held: 3, waiting: 0 });
      const results = ['{"a":1}', null, '"é\\u0000"'];
      await turn(
        queue,
        type,
        settlements.map(({ claimed }, index) => ({ claimed, outcome: { kind: 'completed', result: results[index] ?? null } })),
        3,
      );
      const found = await Promise.all(settlements.map(({ claimed }) => queue.jobs.find(claimed.job.id)));
      expect(found.map((job) => job?.result)).toEqual([{ a: 1 }, null, 'é\u0000']);
    });

    it('R3.7: a job whose lease was lost is told apart, and the others are settled', async () => {
      const { type, settlements } = await running(queue, { held: 3, waiting: 1 });
      const lost = settlements[1]?.claimed.job.id ?? '';
      await queue.change(lost, { leaseToken: randomUUID() });
      const { settled, claimed } = await turn(queue, type, settlements, 1);
      expect(settled).toEqual(['completed', null, 'completed']);
      expect(claimed).toHaveLength(1);
      expect(await queue.jobs.find(lost)).toMatchObject({ status: 'running' });
    });

    it('R1.4: failures are settled in the same turn, and what is to be retried at once can be claimed by it', async () => {
      const { type, settlements } = await running(queue, { held: 2, waiting: 0 });
      const [first, second] = settlements as [Settlement, Settlement];
      const { settled, claimed } = await turn(queue, type, [{ claimed: first.claimed, outcome: RETRY }, second], 5);
      expect(settled).toEqual(['pending', 'completed']);
      expect(claimed.map(({ job }) => [job.id, job.retryCount])).toEqual([[first.claimed.job.id, 1]]);
    });

    it('R3.3: with nothing left to claim the outcomes are written all the same', async () => {
      const { type, settlements } = await running(queue, { held: 1, waiting: 0 });
      expect(await turn(queue, type, settlements, 1)).toEqual({ settled: ['completed'], claimed: [] });
    });

    it('a turn whose answer was lost can be repeated: it settles nothing twice', async () => {
      const { type, settlements } = await running(queue, { held: 2, waiting: 0 });
      await turn(queue, type, settlements, 1);
      const before = await Promise.all(settlements.map(({ claimed }) => queue.row(claimed.job.id)));
      await turn(queue, type, settlements, 1);
      expect(await Promise.all(settlements.map(({ claimed }) => queue.row(claimed.job.id)))).toEqual(before);
    });
  });
});

/** Jobs of a type of their own: the first `held` are claimed and have completed. */
async function running(queue: QueueDatabase, { held, waiting }: { held: number; waiting: number }) {
  const type = unique('turn');
  await queue.jobs.enqueueMany(Array.from({ length: held + waiting }, (_, n) => ({ type, payload: { n } })));
  const claimed = await queue.claim(type, { limit: held });
  return { type, settlements: claimed.map((one): Settlement => ({ claimed: one, outcome: COMPLETED })) };
}

function turn(queue: QueueDatabase, type: string, settlements: readonly Settlement[], limit: number) {
  const request = { workerId: 'tester', leaseToken: randomUUID(), lease: 60_000, limit, ahead: 0, types: [type], failWhenLost: [], queues: null };
  return queue.store.settleAndClaim(settlements, request);
}

async function states(queue: QueueDatabase, type: string): Promise<Record<string, number>> {
  const { jobs } = await queue.jobs.list({ type, limit: 200 });
  return Object.fromEntries(['completed', 'running', 'pending'].map((status) => [status, jobs.filter((job) => job.status === status).length]));
}

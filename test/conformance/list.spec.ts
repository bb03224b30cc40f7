import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, ListOptions } from '../../lib/index.js';
import { JOB_STATUSES } from '../../lib/job/job-status.js';
import type { ClaimedJob } from '../../lib/store/job-store.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, FAILED, queueDatabase, RETRY, unique, type QueueDatabase } from '../support/queue-database.js';

/** All pages, one after the other; `between` is called after each. */
async function pages(queue: QueueDatabase, options: ListOptions, between: () => Promise<unknown> = () => Promise.resolve()): Promise<Job[][]> {
  const found: Job[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await queue.jobs.list({ ...options, ...(cursor !== undefined && { cursor }) });
    found.push(page.jobs);
    cursor = page.nextCursor;
    await between();
  }
  return found;
}

describe('list and counts', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const type = unique('listed');
    let ids: string[];
    beforeAll(async () => {
      const results = await queue.jobs.enqueueMany(
        Array.from({ length: 205 }, (_, n) => ({ type, payload: n, queue: `q${n % 2}`, owner: `o${n % 5}` })),
      );
      ids = results.map(({ job }) => job.id).toReversed();
    });
    const listed = async (options: ListOptions) => (await pages(queue, { limit: 200, ...options })).flat().map(({ id }) => id);

    it('A-SL-4: a page has 50 jobs, newest first, at most 200, and the last one no cursor', async () => {
      expect((await queue.jobs.list({ type })).jobs.map(({ id }) => id)).toEqual(ids.slice(0, 50));
      const all = await pages(queue, { type, limit: 200 });
      expect(all.map(({ length }) => length)).toEqual([200, 5]);
      expect(all.flat().map(({ id }) => id)).toEqual(ids);
      expect(await queue.jobs.list({ type: unique('none') })).toEqual({ jobs: [], nextCursor: null });
    });

    it('A-SL-4: a page that ends exactly at the last job says so', async () => {
      expect((await pages(queue, { type, limit: 41 })).map(({ length }) => length)).toEqual([41, 41, 41, 41, 41]);
    });

    it('A-SL-4: the cursor is stable while jobs come and change', async () => {
      const seen = await pages(queue, { type, limit: 30 }, async () => {
        await queue.jobs.enqueue(type, 'new', { priority: -1 });
        await queue.settle(await queue.claimOne(type), COMPLETED);
      });
      expect(seen.flat().map(({ id }) => id)).toEqual(ids);
    });

    it('A-SL-4: filters by state, type, queue and owner, alone and together', async () => {
      const mine = unique('mine');
      const jobs = await queue.jobs.enqueueMany([1, 2, 3, 4].map((n) => ({ type: mine, owner: `${mine}-${n % 2}`, queue: `${mine}-${n > 2}` })));
      const [a, b, c, d] = jobs.map(({ job }) => job.id) as [string, string, string, string];
      await queue.settle(await queue.claimOne(mine), FAILED);
      expect(await listed({ type: mine })).toEqual([d, c, b, a]);
      expect(await listed({ owner: `${mine}-1` })).toEqual([c, a]);
      expect(await listed({ queue: `${mine}-true` })).toEqual([d, c]);
      expect(await listed({ type: mine, status: 'failed' })).toEqual([a]);
      expect(await listed({ type: mine, status: ['failed', 'pending'], queue: `${mine}-false` })).toEqual([b, a]);
      expect(await listed({ owner: `${mine}-1`, queue: `${mine}-true`, status: 'running' })).toEqual([]);
      expect(await listed({ owner: `${mine.toUpperCase()}-1` })).toEqual([]);
    });

    it('R5.4: counts each queue by state, and the delayed ones of those that wait', async () => {
      const name = unique('counted').slice(0, 40);
      const make = (count: number, delay = 0) =>
        queue.jobs.enqueueMany(Array.from({ length: count }, () => ({ type: name, queue: name, delay, maxRetries: 1 })));
      await make(7);
      await make(2, 60_000);
      const claimed = await queue.claim(name, { limit: 4 });
      const outcomes = [COMPLETED, FAILED, RETRY];
      for (const [index, outcome] of outcomes.entries()) await queue.settle(claimed[index] as ClaimedJob, outcome);
      const counts = (await queue.jobs.counts()).find((one) => one.queue === name);
      expect(counts).toEqual({ queue: name, pending: 6, delayed: 2, running: 1, cancel_requested: 0, completed: 1, failed: 1, cancelled: 0 });
      expect(Object.keys(counts ?? {}).toSorted()).toEqual(['queue', 'delayed', ...JOB_STATUSES].toSorted());
    });
  });
});

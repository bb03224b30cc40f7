import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { EnqueueInput } from '../../lib/index.js';
import type { ClaimRequest } from '../../lib/store/job-store.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique, UNSTARTED } from '../support/queue-database.js';

describe('claims ahead of free slots', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const enqueue = (inputs: readonly EnqueueInput[]) => queue.jobs.enqueueMany(inputs.map((input, payload) => ({ ...input, payload })));
    const payloads = async (types: string | readonly string[], request: Partial<ClaimRequest>) =>
      (await queue.claim(types, request)).map(({ job }) => job.payload);

    it('R1.4: stop before the first job that has no retry left, until it can start at once', async () => {
      const type = unique('ahead');
      await enqueue([{ type }, { type, maxRetries: 0 }, { type }, { type }]);
      expect(await payloads(type, { limit: 4, ahead: 4 })).toEqual([0]);
      expect(await payloads(type, { limit: 3, ahead: 3 })).toEqual([]);
      expect(await payloads(type, { limit: 2, ahead: 1 })).toEqual([1, 2]);
      expect(await payloads(type, { limit: 2, ahead: 2 })).toEqual([3]);
    });

    it('R3.7: a job in its last attempt is not among them', async () => {
      const { job } = await queue.claimNew({ maxRetries: 1 });
      await queue.change(job.id, { status: 'pending', claimRank: 0, retryCount: 1 });
      expect(await payloads(job.type, { limit: 5, ahead: 5 })).toEqual([]);
      expect(await queue.claim(job.type, { limit: 5, ahead: 4 })).toHaveLength(1);
    });

    it('R3.7: nor is one of a type that fails when its worker is lost', async () => {
      const [safe, once] = [unique('safe'), unique('once')];
      await enqueue([{ type: safe }, { type: once }, { type: safe }]);
      const request = { limit: 3, failWhenLost: [once] };
      expect(await payloads([safe, once], { ...request, ahead: 3 })).toEqual([0]);
      expect(await payloads([safe, once], { ...request, ahead: 2 })).toEqual([1, 2]);
    });

    it('R2.7: a job that may not wait holds back those of later queues too', async () => {
      const type = unique('queues');
      await enqueue([
        { type, queue: 'second' },
        { type, queue: 'first' },
        { type, queue: 'first', maxRetries: 0 },
        { type, queue: 'first' },
      ]);
      const request = { limit: 4, queues: ['first', 'second'] };
      expect(await payloads(type, { ...request, ahead: 4 })).toEqual([1]);
      expect(await payloads(type, { ...request, ahead: 3 })).toEqual([2, 3, 0]);
    });

    it('R2.6: take what a plain claim would, cut before the first that may not wait beyond the slots (a model)', async () => {
      const inputs = fc.array(fc.record({ priority: fc.integer({ min: 0, max: 2 }), maxRetries: fc.integer({ min: 0, max: 1 }) }), { maxLength: 8 });
      const property = fc.asyncProperty(inputs, fc.integer({ min: 1, max: 8 }), fc.nat(8), async (given, limit, waiting) => {
        const type = unique('model');
        const ahead = Math.min(waiting, limit);
        const jobs = (await enqueue(given.map((input) => ({ type, ...input })))).map(({ job }) => job);
        const due = jobs
          .toSorted((a, b) => b.priority - a.priority || a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1))
          .slice(0, limit);
        const cut = due.findIndex(({ maxRetries }, index) => index >= limit - ahead && maxRetries === 0);
        const expected = due.slice(0, cut < 0 ? due.length : cut).map(({ payload }) => payload);
        expect(await payloads(type, { limit, ahead })).toEqual(expected);
      });
      await fc.assert(property, { numRuns: 40 });
    });
  });
});

describe('jobs that were claimed and never started', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R3.8: go back together, with their time, their retries and no history, those that are still held', async () => {
      const type = unique('unstarted');
      await queue.jobs.enqueueMany(Array.from({ length: 4 }, () => ({ type, maxRetries: 0 })));
      const claimed = await queue.claim(type);
      const [lost, ...held] = claimed;
      await queue.change(lost?.job.id as string, { leaseToken: 'of another' });
      const settled = await queue.store.settle(claimed.map((each) => ({ claimed: each, outcome: UNSTARTED })));
      expect(settled).toEqual([null, 'pending', 'pending', 'pending']);
      for (const { job } of held) {
        expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'pending', retryCount: 0, runAt: job.runAt, workerId: null });
        expect((await queue.jobs.history(job.id)).map(({ event }) => event)).toEqual(['enqueued']);
      }
      expect((await queue.claim(type)).map(({ job }) => job.id)).toEqual(held.map(({ job }) => job.id));
    });
  });
});

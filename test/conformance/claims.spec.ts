import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { ClaimedJob } from '../../lib/store/job-store.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, RELEASED, unique } from '../support/queue-database.js';

const LABELS = { low: 0, medium: 10, high: 20, critical: 30 } as const;

describe('claims', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const ids = async (type: string, limit = 100) => (await queue.claim(type, { limit })).map(({ job }) => job.id);

    it('A-DR-5: five workers and one job: ownership lives in its row, whichever connections of the pool the statements get', async () => {
      for (let round = 0; round < 10; round++) {
        const type = unique('one');
        const { job } = await queue.jobs.enqueue(type);
        const claims = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((workerId) => queue.claim(type, { workerId, limit: 1 })));
        const won = claims.flat();
        expect(won.map((claimed) => claimed.job.id)).toEqual([job.id]);
        const settled = await Promise.all(won.map((claimed) => queue.settle(claimed, COMPLETED)));
        expect(settled).toEqual(['completed']);
        expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'completed', workerId: won[0]?.job.workerId });
      }
    });

    it('R2.6: labels are numbers, and shown beside exactly those', async () => {
      for (const [label, priority] of Object.entries(LABELS)) {
        const { job } = await queue.jobs.enqueue('labels', {}, { priority: label as keyof typeof LABELS });
        expect(await queue.jobs.find(job.id)).toMatchObject({ priority, priorityLabel: label });
      }
      expect((await queue.jobs.enqueue('labels', {}, { priority: 15 })).job).toMatchObject({ priority: 15, priorityLabel: null });
      expect((await queue.jobs.enqueue('labels')).job).toMatchObject({ priority: 0, priorityLabel: 'low' });
    });

    it('R2.6: due jobs come by priority, then run_at, then id, whatever the order in which they were stored (a model)', async () => {
      const input = fc.record({ priority: fc.integer({ min: -2, max: 2 }), ago: fc.constantFrom(0, 1, 2, 3_600_000), delayed: fc.boolean() });
      const property = fc.asyncProperty(fc.array(input, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (inputs, limit) => {
        const type = unique('model');
        const base = Date.UTC(2026, 0, 1);
        const results = await queue.jobs.enqueueMany(
          inputs.map(({ priority, ago, delayed }) => ({ type, priority, ...(delayed ? { delay: '1h' as const } : { runAt: new Date(base - ago) }) })),
        );
        const due = results.map(({ job }) => job).filter((_job, index) => !inputs[index]?.delayed);
        const model = due.toSorted((a, b) => b.priority - a.priority || a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1));
        const claimed: string[] = [];
        for (let batch = await ids(type, limit); batch.length > 0; batch = await ids(type, limit)) {
          expect(batch.length).toBe(Math.min(limit, model.length - claimed.length));
          claimed.push(...batch);
        }
        expect(claimed).toEqual(model.map(({ id }) => id));
      });
      await fc.assert(property, { numRuns: 40 });
    });

    it('A-WS-8: a job of high priority goes before a backlog of low ones that were due earlier, also after a retry', async () => {
      const type = unique('backlog');
      await queue.jobs.enqueueMany(Array.from({ length: 20 }, () => ({ type, runAt: new Date(0) })));
      const { job } = await queue.jobs.enqueue(type, {}, { priority: 'high' });
      const first = await queue.claimOne(type);
      expect(first.job.id).toBe(job.id);
      await queue.settle(first, { kind: 'retry', delay: 0, error: 'again', errorCode: null });
      expect((await queue.claimOne(type)).job).toMatchObject({ id: job.id, priority: 20, retryCount: 1 });
    });

    it('R2.6: a release keeps run_at and with it the place in the order', async () => {
      const type = unique('release');
      const [first, second] = await queue.jobs.enqueueMany([{ type }, { type }]);
      const claimed = await queue.claimOne(type);
      expect(claimed.job.id).toBe(first?.job.id);
      await queue.settle(claimed, RELEASED);
      expect((await queue.jobs.find(claimed.job.id))?.runAt).toEqual(first?.job.runAt);
      expect(await ids(type)).toEqual([first?.job.id, second?.job.id]);
    });

    it('R2.7: the order of queues beats priority', async () => {
      const type = unique('queues');
      const enqueue = (name: string) =>
        [1, 2, 3, 4, 5].map((n) => ({ type, queue: name, payload: `${name}-${n}`, priority: name === 'low' ? 30 : 0 }));
      await queue.jobs.enqueueMany([...enqueue('low'), ...enqueue('high')]);
      const seen: unknown[] = [];
      for (const limit of [3, 4, 10]) seen.push(...(await queue.claim(type, { queues: ['high', 'low'], limit })).map(({ job }) => job.payload));
      expect(seen).toEqual([...enqueue('high'), ...enqueue('low')].map(({ payload }) => payload));
    });

    it('R2.7: other queues are not served; without a list all are, by priority', async () => {
      const type = unique('served');
      await queue.jobs.enqueueMany(['a', 'b', 'c'].map((name, index) => ({ type, queue: name, payload: name, priority: index })));
      expect((await queue.claim(type, { queues: ['b'] })).map(({ job }) => job.payload)).toEqual(['b']);
      expect((await queue.claim(type)).map(({ job }) => job.payload)).toEqual(['c', 'a']);
    });

    it('R3.2 A-LO-6: a type that the worker does not know is not taken, and waits unharmed', async () => {
      const [known, unknown] = [unique('known'), unique('unknown')];
      const { job } = await queue.jobs.enqueue(unknown, {}, { priority: 'critical' });
      await queue.jobs.enqueue(known);
      expect((await queue.claim(known)).map((claimed) => claimed.job.type)).toEqual([known]);
      expect(await queue.jobs.find(job.id)).toEqual(job);
    });

    it('R3.2: types that a collation might hold equal are different types', async () => {
      const type = unique('Kp');
      await queue.jobs.enqueue(type);
      expect(await queue.claim([type.toLowerCase(), type.toUpperCase(), `${type}é`])).toEqual([]);
      expect(await queue.claim(type)).toHaveLength(1);
    });

    it('R3.3: concurrent claims never share a job and never exceed their limit', async () => {
      const type = unique('race');
      const made = (await queue.jobs.enqueueMany(Array.from({ length: 200 }, () => ({ type })))).map(({ job }) => job.id);
      const taken: string[] = [];
      while (taken.length < made.length) {
        const batches = await Promise.all(Array.from({ length: 8 }, () => ids(type, 7)));
        for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(7);
        taken.push(...batches.flat());
      }
      expect(taken.toSorted()).toEqual(made);
    });

    it('A-DF-2: a claim has the shape of find(), and a fenced completion is told once', async () => {
      const { job: enqueued } = await queue.jobs.enqueue(
        unique('shape'),
        { deep: [1] },
        { idempotencyKey: unique('key'), owner: 'me', priority: 15 },
      );
      const claimed = await queue.claimOne(enqueued.type);
      expect(claimed.job).toEqual(await queue.jobs.find(enqueued.id));
      expect(claimed.job).toEqual({
        ...enqueued,
        status: 'running',
        workerId: 'tester',
        claimedAt: expect.any(Date),
        updatedAt: claimed.job.claimedAt,
      });
      const completed = { claimed, outcome: { kind: 'completed', result: '{"ok":true}' } } as const;
      expect(await queue.store.settle([completed])).toEqual(['completed']);
      expect(await queue.store.settle([completed])).toEqual([null]);
      expect(await queue.jobs.find(enqueued.id)).toMatchObject({ result: { ok: true }, workerId: 'tester' });
    });

    it('A-DF-1: ids are the same text everywhere, and numbers and dates have one type', async () => {
      const { job } = await queue.jobs.enqueue(unique('ids'));
      const listed = (await queue.jobs.list({ type: job.type })).jobs[0];
      const claimed = (await queue.claimOne(job.type)).job;
      expect(new Set([job.id, (await queue.jobs.find(job.id))?.id, listed?.id, claimed.id])).toEqual(new Set([job.id]));
      expect(job.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect([typeof claimed.priority, typeof claimed.retryCount, typeof claimed.maxRetries]).toEqual(['number', 'number', 'number']);
      expect(listed).toEqual(job);
    });

    it('settles a batch of all kinds, each to its own outcome, in order', async () => {
      const type = unique('batch');
      await queue.jobs.enqueueMany(Array.from({ length: 6 }, (_, n) => ({ type, payload: n, maxRetries: n === 3 ? 0 : 3 })));
      const claimed = await queue.claim(type);
      const at = (index: number) => claimed[index] as ClaimedJob;
      const lost = { job: at(5).job, leaseToken: 'another' };
      const settled = await queue.store.settle([
        { claimed: at(4), outcome: { kind: 'completed', result: '[4]' } },
        { claimed: at(3), outcome: { kind: 'retry', delay: 0, error: 'three', errorCode: null } },
        { claimed: lost, outcome: { kind: 'completed', result: '[5]' } },
        { claimed: at(2), outcome: { kind: 'retry', delay: 0, error: 'two', errorCode: 'TIMEOUT' } },
        { claimed: at(1), outcome: { kind: 'failed', error: 'one', errorCode: null } },
        { claimed: at(0), outcome: { kind: 'completed', result: null } },
      ]);
      expect(settled).toEqual(['completed', 'failed', null, 'pending', 'failed', 'completed']);
      const jobs = (await queue.jobs.list({ type })).jobs.toReversed();
      expect(jobs.map(({ status, result, error }) => [status, result, error])).toEqual([
        ['completed', null, null],
        ['failed', null, 'one'],
        ['pending', null, 'two'],
        ['failed', null, 'three'],
        ['completed', [4], null],
        ['running', null, null],
      ]);
    });
  });
});

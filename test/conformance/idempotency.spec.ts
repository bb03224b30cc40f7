import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, queueDatabase, unique } from '../support/queue-database.js';

describe('idempotency', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R2.1: the same key again gives the existing job', async () => {
      const idempotencyKey = unique('key');
      const first = await queue.jobs.enqueue('mail', { to: 1 }, { idempotencyKey });
      const again = await queue.jobs.enqueue('mail', { to: 1 }, { idempotencyKey, priority: 'high', delay: '1h' });
      expect(first).toMatchObject({ created: true, outcome: 'created', job: { idempotencyKey } });
      expect(again).toEqual({ created: false, outcome: 'existing', job: first.job });
    });

    it('R2.1: without a key equal calls make jobs of their own', async () => {
      const [one, two] = [await queue.jobs.enqueue('mail', { to: 1 }), await queue.jobs.enqueue('mail', { to: 1 })];
      expect([one.created, two.created, one.job.id === two.job.id]).toEqual([true, true, false]);
    });

    it('R2.2: payloads compare without regard to the order of keys, at any depth', async () => {
      const idempotencyKey = unique('key');
      const { job } = await queue.jobs.enqueue('mail', { a: [{ x: 1, y: 2 }], b: null }, { idempotencyKey });
      const again = await queue.jobs.enqueue('mail', { b: null, a: [{ y: 2, x: 1 }] }, { idempotencyKey });
      expect(again).toMatchObject({ created: false, job: { id: job.id, payload: { a: [{ x: 1, y: 2 }], b: null } } });
    });

    it.each([
      ['payload', 'mail', { to: 2 }],
      ['payload', 'mail', { to: '1' }],
      ['payload', 'mail', { to: 1, cc: null }],
      ['type', 'letter', { to: 1 }],
    ])('R2.2: the same key with another %s (%s, %j) is a conflict and stores nothing', async (difference, type, payload) => {
      const idempotencyKey = unique('key');
      const { job } = await queue.jobs.enqueue('mail', { to: 1 }, { idempotencyKey });
      const before = await queue.count();
      await expect(queue.jobs.enqueue(type, payload, { idempotencyKey })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        existingJobId: job.id,
        difference,
      });
      expect(await queue.count()).toBe(before);
      expect(await queue.jobs.find(job.id)).toEqual(job);
    });

    it('R2.2: the order of array items matters', async () => {
      const idempotencyKey = unique('key');
      await queue.jobs.enqueue('mail', [1, 2], { idempotencyKey });
      await expect(queue.jobs.enqueue('mail', [2, 1], { idempotencyKey })).rejects.toMatchObject({ difference: 'payload' });
    });

    it('R2.1: keys that a collation might hold equal are different keys', async () => {
      const base = unique('kp');
      const keys = [base, base.toUpperCase(), `${base} `, ` ${base}`, `${base}\t`, `${base}é`, `${base}e`, `${base}e\u0301`, `${base}ß`, `${base}ss`];
      const ids = new Set<string>();
      for (const idempotencyKey of keys) ids.add((await queue.jobs.enqueue('mail', {}, { idempotencyKey })).job.id);
      expect(ids.size).toBe(keys.length);
      for (const idempotencyKey of keys) expect((await queue.jobs.enqueue('mail', {}, { idempotencyKey })).job.idempotencyKey).toBe(idempotencyKey);
    });

    it('R2.1: a key of 255 characters, all of four bytes, is kept whole', async () => {
      const idempotencyKey = `${'😀'.repeat(127)}x`;
      const { job } = await queue.jobs.enqueue('mail', {}, { idempotencyKey });
      expect(await queue.jobs.find(job.id)).toMatchObject({ idempotencyKey });
      expect(await queue.jobs.enqueue('mail', {}, { idempotencyKey })).toMatchObject({ created: false });
    });

    it('A-LO-3: a key is held as long as its row, also when the job is completed, and free when the row is gone', async () => {
      const idempotencyKey = unique('key');
      const claimed = await queue.claimNew({ idempotencyKey });
      await queue.settle(claimed, COMPLETED);
      const again = await queue.jobs.enqueue(claimed.job.type, {}, { idempotencyKey });
      expect(again).toMatchObject({ created: false, job: { id: claimed.job.id, status: 'completed' } });
      await queue.dataSource.getRepository('JobEntity').delete({ id: claimed.job.id });
      expect(await queue.jobs.enqueue(claimed.job.type, {}, { idempotencyKey })).toMatchObject({ created: true });
    });

    it('A-LO-4: six calls with one key and different payloads each get an answer: one job, five conflicts', async () => {
      const idempotencyKey = unique('key');
      const calls = [1, 2, 3, 4, 5, 6].map((n) => queue.jobs.enqueue('mail', { n }, { idempotencyKey }));
      const answers = await Promise.allSettled(calls);
      const created = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      expect(created).toMatchObject([{ created: true }]);
      const conflicts = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      expect(conflicts).toHaveLength(5);
      for (const conflict of conflicts) expect(conflict).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', existingJobId: created[0]?.job.id });
    });

    it('A-LO-4: one bulk call with six of the same key tells which input is in conflict, and stores nothing', async () => {
      const idempotencyKey = unique('key');
      const before = await queue.count();
      const inputs = [1, 1, 1, 2, 1, 1].map((n) => ({ type: 'mail', payload: { n }, idempotencyKey }));
      await expect(queue.jobs.enqueueMany(inputs)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', index: 3, difference: 'payload' });
      expect(await queue.count()).toBe(before);
    });
  });
});

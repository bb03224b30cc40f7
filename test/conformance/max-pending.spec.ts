import { describe, expect, it } from '@jest/globals';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';
import { transactionsOf } from '../support/transactions.js';

const LIMITS = Object.fromEntries(['plain', 'race', 'bulk', 'mixed', 'keys', 'own', 'rolled', 'stale'].map((name) => [name, { maxPending: 10 }]));
const FULL = { code: 'QUEUE_FULL', maxPending: 10 };

function expectTenAndElseFull(answers: PromiseSettledResult<unknown>[]): void {
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(answers.length - refused.length).toBe(10);
  for (const { reason } of refused) expect(reason).toMatchObject(FULL);
}

describe('maxPending', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db, { queue: { queues: { ...LIMITS, closed: { maxPending: 0 } } } });
    const transaction = transactionsOf(() => queue.dataSource);
    const stored = (name: string) => queue.dataSource.getRepository(JobEntity).countBy({ queue: name });
    const fill = (name: string, count: number) => queue.jobs.enqueueMany(Array.from({ length: count }, () => ({ type: name, queue: name })));

    it('R2.8: an enqueue above it fails with QUEUE_FULL and stores nothing; delayed jobs count, running ones do not', async () => {
      await fill('plain', 9);
      await queue.jobs.enqueue('plain', {}, { queue: 'plain', delay: '1d' });
      await expect(queue.jobs.enqueue('plain', {}, { queue: 'plain' })).rejects.toMatchObject({ ...FULL, queue: 'plain' });
      expect(await stored('plain')).toBe(10);
      await queue.claimOne('plain');
      expect(await queue.jobs.enqueue('plain', {}, { queue: 'plain' })).toMatchObject({ created: true });
      await expect(queue.jobs.enqueue('plain', {}, { queue: 'plain' })).rejects.toMatchObject(FULL);
      expect(await queue.jobs.enqueue('plain', {}, { queue: 'unlimited' })).toMatchObject({ created: true });
    });

    it('R2.8: 0 closes a queue', async () => {
      await expect(queue.jobs.enqueue('x', {}, { queue: 'closed' })).rejects.toMatchObject({ code: 'QUEUE_FULL', maxPending: 0 });
    });

    it('R2.8: exact under 40 concurrent calls', async () => {
      const answers = await Promise.allSettled(Array.from({ length: 40 }, () => queue.jobs.enqueue('race', {}, { queue: 'race' })));
      expectTenAndElseFull(answers);
      expect(await stored('race')).toBe(10);
    });

    it('R2.8: a bulk that does not fit stores none of it, in no queue', async () => {
      await fill('bulk', 8);
      const inputs = ['open', 'bulk', 'bulk', 'bulk'].map((name) => ({ type: 'bulk', queue: name }));
      await expect(queue.jobs.enqueueMany(inputs)).rejects.toMatchObject(FULL);
      expect([await stored('bulk'), await stored('open')]).toEqual([8, 0]);
    });

    it('R2.8: concurrent bulks into several limited queues, in any order, do not deadlock and never exceed it', async () => {
      const orders = [
        ['own', 'mixed'],
        ['mixed', 'own'],
      ];
      const calls = Array.from({ length: 20 }, (_, n) => queue.jobs.enqueueMany((orders[n % 2] ?? []).map((name) => ({ type: 'x', queue: name }))));
      const answers = await Promise.allSettled(calls);
      expectTenAndElseFull(answers);
      expect([await stored('own'), await stored('mixed')]).toEqual([10, 10]);
    });

    it('R2.8: a key that is met takes no room', async () => {
      const idempotencyKey = unique('key');
      const { job } = await queue.jobs.enqueue('keys', {}, { queue: 'keys', idempotencyKey });
      await fill('keys', 9);
      expect(await queue.jobs.enqueue('keys', {}, { queue: 'keys', idempotencyKey })).toMatchObject({ created: false, job: { id: job.id } });
    });

    it('R2.8: QUEUE_FULL inside a transaction leaves it usable; room that is rolled back is free again', async () => {
      await fill('rolled', 10);
      const kept = await transaction(async (manager) => {
        await expect(queue.jobs.enqueue('rolled', {}, { queue: 'rolled', manager })).rejects.toMatchObject(FULL);
        return (await queue.jobs.enqueue('rolled', {}, { manager })).job;
      });
      expect(await queue.jobs.find(kept.id)).toEqual(kept);
      expect(await stored('rolled')).toBe(10);
    });

    it('R2.8: a transaction whose snapshot is older than what filled the queue does not exceed it', async () => {
      if (db.name === 'sqlite') return; // One connection: nothing is stored by others while a transaction is open.
      await fill('stale', 9);
      const outcome = await transaction(async (manager) => {
        await manager.count(JobEntity);
        await fill('stale', 1);
        return queue.jobs.enqueue('stale', {}, { queue: 'stale', manager }).then(
          () => 'stored',
          (error: { code: string }) => error.code,
        );
      });
      expect([outcome, await stored('stale')]).toEqual(['QUEUE_FULL', 10]);
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { EnqueueResult } from '../../lib/index.js';
import { JobQueueEntity } from '../../lib/store/typeorm/entities/job-queue.entity.js';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';
import { transactionsOf } from '../support/transactions.js';

const FIFTY = Array.from({ length: 50 }, (_, index) => index);

function expectOneCreated(results: EnqueueResult[]): void {
  expect(results.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(results.map(({ job }) => job.id)).size).toBe(1);
}

describe('idempotency under concurrency', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const transaction = transactionsOf(() => queue.dataSource);
    const rowsWith = (idempotencyKey: string) => queue.dataSource.getRepository(JobEntity).countBy({ idempotencyKey });

    it('R2.1: 50 concurrent calls with one key make one row', async () => {
      const idempotencyKey = unique('key');
      expectOneCreated(await Promise.all(FIFTY.map(() => queue.jobs.enqueue('mail', {}, { idempotencyKey }))));
      expect(await rowsWith(idempotencyKey)).toBe(1);
    });

    it('R2.3: 50 concurrent transactions with one key make one row, and each goes on and commits', async () => {
      const idempotencyKey = unique('key');
      const results = await Promise.all(
        FIFTY.map((index) =>
          transaction(async (manager) => {
            const result = await queue.jobs.enqueue('mail', {}, { idempotencyKey, manager });
            await manager.insert(JobQueueEntity, { name: `note-${index}` });
            return result;
          }),
        ),
      );
      expectOneCreated(results);
      expect(await rowsWith(idempotencyKey)).toBe(1);
      expect(await queue.dataSource.getRepository(JobQueueEntity).count()).toBe(50);
    });

    it('R2.1: 50 concurrent bulk calls with the same ten keys, each in another order, make ten rows', async () => {
      const keys = FIFTY.slice(0, 10).map(() => unique('key'));
      const inputs = (shift: number) =>
        [...keys.slice(shift % 10), ...keys.slice(0, shift % 10)].map((idempotencyKey) => ({ type: 'mail', idempotencyKey }));
      const results = (await Promise.all(FIFTY.map((shift) => queue.jobs.enqueueMany(inputs(shift))))).flat();
      expect(results.filter(({ created }) => created)).toHaveLength(10);
      expect(new Set(results.map(({ job }) => job.id)).size).toBe(10);
      for (const key of keys) expect(await rowsWith(key)).toBe(1);
    });

    it('A-DL-7: a duplicate met inside a transaction leaves it usable, also when it is a conflict', async () => {
      const idempotencyKey = unique('key');
      const { job } = await queue.jobs.enqueue('mail', { n: 1 }, { idempotencyKey });
      const after = await queue.dataSource.transaction(async (manager) => {
        expect(await queue.jobs.enqueue('mail', { n: 1 }, { idempotencyKey, manager })).toMatchObject({ created: false, job: { id: job.id } });
        await expect(queue.jobs.enqueue('mail', { n: 2 }, { idempotencyKey, manager })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
        return (await queue.jobs.enqueue('mail', { n: 3 }, { manager })).job;
      });
      expect(await queue.jobs.find(after.id)).toEqual(after);
    });
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueueEntity } from '../../lib/store/typeorm/entities/job-queue.entity.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

/** Makes the database itself refuse a row: by a trigger on SQLite, which adds no constraints to a table that exists. */
const REFUSE = {
  sqlite: `CREATE TRIGGER refuse BEFORE INSERT ON jobs WHEN NEW.owner = 'refused' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  postgres: `ALTER TABLE jobs ADD CONSTRAINT refuse CHECK (owner <> 'refused')`,
  mariadb: `ALTER TABLE jobs ADD CONSTRAINT refuse CHECK (owner <> 'refused')`,
};

/** 1,000 inputs of which the 777th is special. */
function thousand(special: object): { type: string; payload: { n: number } }[] {
  return Array.from({ length: 1_000 }, (_, n) => ({ type: 'bulk', payload: { n }, ...(n === 776 && special) }));
}

describe('enqueueMany', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    beforeAll(() => queue.dataSource.query(REFUSE[db.name]));

    it('R2.4: stores 1,000 jobs and answers in the order of the inputs; ids grow in that order', async () => {
      const results = await queue.jobs.enqueueMany(thousand({}));
      expect(results.map(({ job }) => job.payload)).toEqual(thousand({}).map(({ payload }) => payload));
      expect(results.every(({ created, outcome }) => created && outcome === 'created')).toBe(true);
      const ids = results.map(({ job }) => job.id);
      expect(ids).toEqual(ids.toSorted());
      expect(await queue.jobs.find(ids[776] as string)).toEqual(results[776]?.job);
    });

    it.each([
      ['payload.x', { payload: { x: 1n } }],
      ['priority', { priority: 1.5 }],
      ['idempotencyKey', { idempotencyKey: 'x'.repeat(256) }],
      ['delay', { delay: -1 }],
      ['type', { type: '' }],
    ])('R2.4: of 1,000 with a bad %s in the 777th none is stored, and the error names index 776', async (field, special) => {
      const before = await queue.count();
      await expect(queue.jobs.enqueueMany(thousand(special))).rejects.toMatchObject({ code: 'INPUT_INVALID', field: `jobs[776].${field}` });
      expect(await queue.count()).toBe(before);
    });

    it('R2.4: when the database fails half-way none is stored', async () => {
      const before = await queue.count();
      await expect(queue.jobs.enqueueMany(thousand({ owner: 'refused' }))).rejects.toMatchObject({ code: 'DATABASE_REFUSED' });
      expect(await queue.count()).toBe(before);
    });

    it('R2.4: a failed bulk inside a transaction leaves nothing of itself, and the transaction goes on', async () => {
      const before = await queue.count();
      const note = unique('note');
      await queue.dataSource.transaction(async (manager) => {
        await manager.insert(JobQueueEntity, { name: note });
        await expect(queue.jobs.enqueueMany(thousand({ owner: 'refused' }), { manager })).rejects.toMatchObject({ code: 'DATABASE_REFUSED' });
        await expect(queue.jobs.enqueueMany(thousand({ priority: NaN }), { manager })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
        await queue.jobs.enqueue('after', {}, { manager });
      });
      expect(await queue.count()).toBe(before + 1);
      expect(await queue.dataSource.getRepository(JobQueueEntity).countBy({ name: note })).toBe(1);
    });

    it('R2.4: a conflict in the middle stores none, and the error names the index', async () => {
      const idempotencyKey = unique('key');
      const { job } = await queue.jobs.enqueue('bulk', { n: -1 }, { idempotencyKey });
      const before = await queue.count();
      await expect(queue.jobs.enqueueMany(thousand({ idempotencyKey }))).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
        index: 776,
        existingJobId: job.id,
      });
      expect(await queue.count()).toBe(before);
    });

    it('R2.4: met and new keys mix, one result for each input in order, also for a key given twice', async () => {
      const [met, fresh] = [unique('met'), unique('fresh')];
      const { job } = await queue.jobs.enqueue('bulk', {}, { idempotencyKey: met });
      const results = await queue.jobs.enqueueMany([
        { type: 'bulk', idempotencyKey: fresh },
        { type: 'bulk', idempotencyKey: met },
        { type: 'bulk' },
        { type: 'bulk', idempotencyKey: fresh },
      ]);
      expect(results.map(({ created }) => created)).toEqual([true, false, true, false]);
      expect(results[1]?.job).toEqual(job);
      expect(results[3]?.job).toEqual(results[0]?.job);
    });

    it('R2.4: an empty list stores nothing', async () => {
      expect(await queue.jobs.enqueueMany([])).toEqual([]);
    });

    it('A-DF-4: a bulk of 5,000, each with its own options, is stored whole', async () => {
      const before = await queue.count();
      const inputs = Array.from({ length: 5_000 }, (_, n) => ({
        type: 'bulk',
        payload: { n, text: 'é漢😀' },
        priority: n % 7,
        idempotencyKey: unique('bulk'),
      }));
      const results = await queue.jobs.enqueueMany(inputs);
      expect(results.map(({ job }) => job.priority)).toEqual(inputs.map(({ priority }) => priority));
      expect(await queue.count()).toBe(before + 5_000);
    });

    it('A-DF-4: a bulk of 40 payloads of 1 MB is stored whole', async () => {
      const text = '漢'.repeat(333_000);
      const results = await queue.jobs.enqueueMany(Array.from({ length: 40 }, (_, n) => ({ type: 'large', payload: { n, text } })));
      expect(await queue.jobs.find(results[39]?.job.id as string)).toMatchObject({ payload: { n: 39, text } });
    });
  });
});

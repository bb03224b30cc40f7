import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { queueEntities } from '../../lib/index.js';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase } from '../support/queue-database.js';

describe('the transaction of the caller', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    const change = new Error('the caller changed its mind');

    it('R2.3: the job exists when it commits, and is seen by it before', async () => {
      const stored = await queue.dataSource.transaction(async (manager) => {
        const { job } = await queue.jobs.enqueue('mail', { n: 1 }, { manager });
        expect(await queue.jobs.find(job.id, { manager })).toEqual(job);
        return job;
      });
      expect(await queue.jobs.find(stored.id)).toEqual(stored);
    });

    it('R2.3: no job exists when it rolls back', async () => {
      const ids: string[] = [];
      const work = queue.dataSource.transaction(async (manager) => {
        ids.push((await queue.jobs.enqueue('mail', {}, { manager })).job.id);
        ids.push(...(await queue.jobs.enqueueMany([{ type: 'mail' }, { type: 'mail' }], { manager })).map(({ job }) => job.id));
        throw change;
      });
      await expect(work).rejects.toBe(change);
      expect(await Promise.all(ids.map((id) => queue.jobs.find(id)))).toEqual([null, null, null]);
    });

    it('R2.3: a roll-back to a savepoint of the caller takes the job with it, and only that', async () => {
      const ids: string[] = [];
      await queue.dataSource.transaction(async (manager) => {
        ids.push((await queue.jobs.enqueue('mail', {}, { manager })).job.id);
        const inner = manager.transaction(async (nested) => {
          ids.push((await queue.jobs.enqueue('mail', {}, { manager: nested })).job.id);
          throw change;
        });
        await expect(inner).rejects.toBe(change);
      });
      expect((await Promise.all(ids.map((id) => queue.jobs.find(id)))).map((job) => job !== null)).toEqual([true, false]);
    });

    it('R2.3: not seen by others before the commit', async () => {
      if (db.name === 'sqlite') return; // One connection: what the process reads meanwhile waits for the end of the transaction.
      await queue.dataSource.transaction(async (manager) => {
        const { job } = await queue.jobs.enqueue('unseen', {}, { manager });
        expect(await queue.jobs.find(job.id)).toBeNull();
        expect(await queue.claim('unseen')).toEqual([]);
      });
      expect(await queue.claim('unseen')).toHaveLength(1);
    });

    it.each([
      ['a job without a key', {}],
      ['a job with a key', { idempotencyKey: 'not-awaited' }],
    ])('R2.3: %s that the caller does not wait for shares the fate of the transaction', async (_what, options) => {
      const before = await queue.count();
      for (let round = 0; round < 5; round++) {
        const calls: Promise<unknown>[] = [];
        const work = queue.dataSource.transaction((manager) => {
          calls.push(queue.jobs.enqueue('mail', {}, { manager, ...options }));
          return Promise.all([...calls, Promise.reject(change)]);
        });
        await expect(work).rejects.toBe(change);
        await Promise.allSettled(calls);
      }
      expect(await queue.count()).toBe(before);
    });

    it('R2.3: a bulk that is still being written when the transaction ends is refused, and stores nothing', async () => {
      const before = await queue.count();
      const inputs = Array.from({ length: 1_500 }, (_, n) => ({ type: 'mail', payload: { n } }));
      const calls: Promise<unknown>[] = [];
      const work = queue.dataSource.transaction((manager) => {
        calls.push(queue.jobs.enqueueMany(inputs, { manager }));
        return Promise.reject(change);
      });
      await expect(work).rejects.toBe(change);
      await Promise.allSettled(calls);
      expect(await queue.count()).toBe(before);
    });

    it('R2.3: a manager whose transaction has ended is refused', async () => {
      const before = await queue.count();
      const kept = await queue.dataSource.transaction((manager) => Promise.resolve(manager));
      await expect(queue.jobs.enqueue('mail', {}, { manager: kept })).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'manager' });
      expect(await queue.count()).toBe(before);
    });

    it('R2.3: what is no EntityManager is refused instead of being ignored', async () => {
      const before = await queue.count();
      const runner = queue.dataSource.createQueryRunner();
      const repository = queue.dataSource.getRepository(JobEntity);
      for (const manager of [{}, runner, queue.dataSource, repository, 'manager'] as object[]) {
        const call = queue.jobs.enqueue('mail', {}, { manager });
        await expect(call).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'manager' });
      }
      await runner.release();
      expect(await queue.count()).toBe(before);
    });

    it('R2.3: a manager outside a transaction stores at once', async () => {
      const { job } = await queue.jobs.enqueue('mail', {}, { manager: queue.dataSource.manager });
      expect(await queue.jobs.find(job.id)).toEqual(job);
    });

    it('R2.3: the manager of another DataSource is refused, and nothing is stored', async () => {
      const other = await new DataSource({ ...queue.fresh.options, entities: queueEntities }).initialize();
      const before = await queue.count();
      await other.transaction(async (manager) => {
        await expect(queue.jobs.enqueue('mail', {}, { manager })).rejects.toMatchObject({ code: 'MANAGER_FOREIGN' });
        await expect(queue.jobs.enqueueMany([{ type: 'mail' }], { manager })).rejects.toMatchObject({ code: 'MANAGER_FOREIGN' });
        expect(await manager.count(JobEntity)).toBe(before);
      });
      await other.destroy();
      expect(await queue.count()).toBe(before);
    });
  });
});

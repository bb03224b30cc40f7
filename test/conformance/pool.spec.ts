import { describe, expect, it } from '@jest/globals';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

/** Connections that are out of the pool; on SQLite, whether the one connection is left inside a transaction. */
function checkedOut({ driver }: DataSource): number {
  const known = driver as unknown as {
    master?: { totalCount: number; idleCount: number };
    pool?: Record<'_allConnections' | '_freeConnections', { length: number }>;
    databaseConnection?: { inTransaction: boolean };
  };
  if (known.master) return known.master.totalCount - known.master.idleCount;
  if (known.pool) return known.pool['_allConnections'].length - known.pool['_freeConnections'].length;
  return Number(known.databaseConnection?.inTransaction);
}

describe('A-LE-1 connections of a pool of two', () => {
  eachDatabase((db) => {
    const pool = { poolSize: 2, extra: { [db.name === 'postgres' ? 'max' : 'connectionLimit']: 2 } } as Partial<DataSourceOptions>;
    const database = (db.name === 'sqlite' ? {} : pool) as DataSourceOptions;
    const queue = queueDatabase(db, { database, queue: { queues: { full: { maxPending: 0 } } } });

    it('all come back, whether 100 calls succeed or throw inside their transaction', async () => {
      const type = unique('pool');
      const idempotencyKey = unique('key');
      await queue.jobs.enqueue(type, { n: -1 }, { idempotencyKey });
      const calls = Array.from({ length: 100 }, (_, n) => {
        if (n % 4 === 0) return queue.claim(type);
        if (n % 4 === 1) return queue.jobs.enqueueMany([{ type }, { type, payload: { n }, idempotencyKey }]);
        if (n % 4 === 2) return queue.jobs.enqueue(type, {}, { queue: 'full' });
        return queue.store.rescue(10);
      });
      const answers = await Promise.allSettled(calls);
      const codes = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'ok'));
      expect(codes).toEqual(Array.from({ length: 25 }, () => ['ok', 'IDEMPOTENCY_CONFLICT', 'QUEUE_FULL', 'ok']).flat());
      expect(checkedOut(queue.dataSource)).toBe(0);
      expect(await queue.jobs.enqueue(type)).toMatchObject({ created: true });
    });

    it('all come back after transactions of callers in which calls threw', async () => {
      for (let round = 0; round < 10; round++) {
        await queue.dataSource.transaction(async (manager) => {
          await expect(queue.jobs.enqueue('x', {}, { queue: 'full', manager })).rejects.toMatchObject({ code: 'QUEUE_FULL' });
        });
      }
      expect(checkedOut(queue.dataSource)).toBe(0);
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSourceOptions } from 'typeorm';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { query, rowsOf, type Row } from '../../lib/store/typeorm/plan.js';
import { raw, sql } from '../../lib/store/typeorm/sql.js';
import { backendOf } from '../support/claim-statement.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, FAILED, QueueDatabase, queueDatabase, RELEASED, RETRY, unique } from '../support/queue-database.js';

describe('A-ST-7 no change of state violates the key index', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('jobs with keys retry, wait and finish side by side, and batches claim them all', async () => {
      const type = unique('keyed');
      const keys = Array.from({ length: 10 }, () => unique('key'));
      await queue.jobs.enqueueMany(keys.map((idempotencyKey) => ({ type, idempotencyKey })));
      for (const outcome of [RETRY, RELEASED, RETRY]) {
        const claimed = await queue.claim(type);
        expect(claimed).toHaveLength(10);
        expect(new Set(await queue.store.settle(claimed.map((job) => ({ claimed: job, outcome }))))).toEqual(new Set(['pending']));
        const again = await queue.jobs.enqueueMany(keys.map((idempotencyKey) => ({ type, idempotencyKey })));
        expect(again.every(({ created }) => !created)).toBe(true);
      }
      const last = await queue.claim(type);
      await queue.store.settle(last.map((claimed, index) => ({ claimed, outcome: index % 2 ? COMPLETED : FAILED })));
      expect((await queue.jobs.enqueueMany(keys.map((idempotencyKey) => ({ type, idempotencyKey })))).some(({ created }) => created)).toBe(false);
    });
  });
});

describe('A-DL-3 instances that change the same rows in different orders', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('sweeps, settlements and heartbeats of the same 500 jobs never deadlock, and each job gets one outcome', async () => {
      const type = unique('shared');
      await queue.jobs.enqueueMany(Array.from({ length: 500 }, () => ({ type, maxRetries: 1 })));
      const claimed = await queue.claim(type, { limit: 500 });
      for (const { job } of claimed.slice(0, 250)) await queue.expire(job.id);
      const leases = claimed.map(({ job, leaseToken }) => ({ id: job.id, leaseToken }));
      const settlements = claimed.map((job, index) => ({ claimed: job, outcome: index % 2 ? COMPLETED : FAILED }));
      const answers = await Promise.all([
        queue.store.rescue(100),
        queue.store.settle(settlements),
        queue.store.rescue(100),
        queue.store.settle(settlements.toReversed()),
        queue.store.renewLeases(leases.toReversed(), 60_000),
        queue.store.rescue(300),
        queue.store.renewLeases(leases, 60_000),
      ]);
      const rescued = [answers[0], answers[2], answers[5]].flat().map(({ id }) => id);
      const settled = [answers[1], answers[3].toReversed()];
      for (const [index, { job }] of claimed.entries()) {
        const ends = settled.filter((results) => results[index] !== null).length + rescued.filter((id) => id === job.id).length;
        expect(ends).toBe(1);
      }
    });
  });
});

const LEVEL = {
  sqlite: `SELECT 'read committed' AS level`, // SQLite knows no levels: nothing is written at the same time.
  postgres: `SELECT current_setting('transaction_isolation') AS level`,
  // MariaDB shows its transactions as they were up to a tenth of a second ago.
  mariadb: `SELECT trx_isolation_level AS level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()`,
};

type Acquiring = { pool: { on(event: 'acquire', listener: (connection: { query(sql: string): void }) => void): void } };

describe('A-DL-4 a stricter isolation as the default', () => {
  eachDatabase((db) => {
    describe.each(['repeatable read', 'serializable'])('%s', (level) => {
      const queue = new QueueDatabase();
      const database = db.name === 'postgres' ? { extra: { options: `-c default_transaction_isolation=${level.replace(' ', '\\ ')}` } } : {};
      beforeAll(async () => {
        await queue.start(db, { database: database as DataSourceOptions });
        if (db.name !== 'mariadb') return;
        (queue.dataSource.driver as unknown as Acquiring).pool.on('acquire', (connection) =>
          connection.query(`SET SESSION TRANSACTION ISOLATION LEVEL ${level.toUpperCase()}`),
        );
      });
      afterAll(() => queue.stop());

      it('four workers run 400 jobs, each once, while producers enqueue, and no error reaches anybody', async () => {
        const type = unique('strict');
        const runs: string[] = [];
        const work = async () => {
          for (let idle = 0; idle < 5;) {
            await queue.store.promote(100);
            const claimed = await queue.claim(type, { limit: 5 });
            idle = claimed.length === 0 ? idle + 1 : 0;
            runs.push(...claimed.map(({ job }) => job.id));
            for (const settled of await queue.store.settle(claimed.map((job) => ({ claimed: job, outcome: COMPLETED }))))
              expect(settled).toBe('completed');
            await queue.store.rescue(10);
          }
        };
        const produce = () => Promise.all(Array.from({ length: 10 }, () => queue.jobs.enqueueMany(Array.from({ length: 10 }, () => ({ type })))));
        const made = (await Promise.all([produce(), produce(), produce(), produce()])).flat(2);
        await Promise.all([work(), work(), work(), work(), queue.jobs.enqueue(unique('other'))]);
        expect(runs.toSorted()).toEqual(made.map(({ job }) => job.id).toSorted());
      });

      it('transactions of the queue are READ COMMITTED all the same', async () => {
        const { executor, schema } = backendOf(queue.dataSource);
        const [row] = await executor.run({
          *plan() {
            yield* query(sql`INSERT INTO ${schema.queues.path} (${schema.queues.col.name}) VALUES (${unique('level')})`);
            let rows: readonly Row[] = [];
            for (let asked = 0; rows.length === 0 && asked < 10_000; asked++) rows = yield* rowsOf(raw(LEVEL[db.name]));
            return rows;
          },
          atomic: true,
        });
        expect(String(row?.['level']).toLowerCase()).toBe('read committed');
      });

      it('R2.3: a key met inside a transaction leaves it usable', async () => {
        const idempotencyKey = unique('key');
        const { job } = await queue.jobs.enqueue('mail', {}, { idempotencyKey });
        const after = await queue.dataSource.transaction(async (manager) => {
          expect(await queue.jobs.enqueue('mail', {}, { idempotencyKey, manager })).toMatchObject({ created: false, job: { id: job.id } });
          return (await queue.jobs.enqueue('mail', {}, { manager })).job;
        });
        expect(await queue.jobs.find(after.id)).toEqual(after);
      });

      if (db.name === 'postgres') {
        it('R2.8: a key that was stored after the snapshot of a transaction is a retryable error there, and makes no second job', async () => {
          const idempotencyKey = unique('key');
          const work = queue.dataSource.transaction(async (manager) => {
            await manager.count(JobEntity);
            await queue.jobs.enqueue('mail', {}, { idempotencyKey });
            await queue.jobs.enqueue('mail', {}, { idempotencyKey, manager });
          });
          await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true, databaseCode: '40001' });
          expect(await queue.dataSource.getRepository(JobEntity).countBy({ idempotencyKey })).toBe(1);
        });
      }

      it('50 concurrent calls with one key make one job', async () => {
        const idempotencyKey = unique('key');
        const results = await Promise.all(Array.from({ length: 50 }, () => queue.jobs.enqueue('mail', {}, { idempotencyKey })));
        expect([results.filter(({ created }) => created).length, new Set(results.map(({ job }) => job.id)).size]).toEqual([1, 1]);
      });
    });
  });
});

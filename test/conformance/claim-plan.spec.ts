import { beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import type { ClaimRequest } from '../../lib/store/job-store.js';
import { claimJobs } from '../../lib/store/typeorm/statements/claim-jobs.js';
import { backendOf, claimRequest, explainClaim } from '../support/claim-statement.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { queueDatabase, type QueueDatabase } from '../support/queue-database.js';

const WAITING = 3_000;
const ANALYZE = { sqlite: 'ANALYZE', postgres: 'ANALYZE jobs', mariadb: 'ANALYZE TABLE jobs' };
const LOCKED = 'SELECT trx_rows_locked AS locked FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()';
const SERVED: [string, Partial<ClaimRequest>][] = [
  ['all queues', {}],
  ['one queue', { queues: ['a'] }],
  ['two queues', { queues: ['b', 'a'] }],
];

/** Some thousand jobs that wait in two queues, and as many that are done. */
async function fill(queue: QueueDatabase): Promise<void> {
  const inputs = Array.from({ length: WAITING }, (_, n) => ({ type: `t${n % 3}`, queue: n % 2 ? 'a' : 'b', priority: n % 5, payload: { n } }));
  await queue.jobs.enqueueMany(inputs);
  await queue.jobs.enqueueMany(Array.from({ length: WAITING }, (_, n) => ({ type: `t${n % 3}`, queue: n % 2 ? 'a' : 'b' })));
  await queue.dataSource.query(
    `UPDATE jobs SET status = 'completed', claim_rank = NULL, finished_at = run_at WHERE priority = 0 AND payload${queue.dataSource.options.type === 'postgres' ? '::text' : ''} = '{}'`,
  );
}

describe('R7.4 the plan of a claim', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    beforeAll(async () => {
      await fill(queue);
      await queue.dataSource.query(ANALYZE[db.name]);
    });
    /** The plan as text, and the index that it must use. */
    const planOf = async (request: Partial<ClaimRequest>) => {
      const rows = await explainClaim(queue.dataSource, claimRequest(['t0', 't1'], request));
      const { claimIndex } = backendOf(queue.dataSource).schema;
      const name = (request.queues ? claimIndex.queue : claimIndex.all).text.replaceAll(/["`]/g, '');
      return { rows, text: JSON.stringify(rows), name };
    };

    it.each(SERVED)('A-SL-3: for %s uses the claim index, in its order, without a sort', async (_what, request) => {
      const { text, name } = await planOf(request);
      expect(text).toContain(name);
      expect(text).not.toMatch(/sort|TEMP B-TREE|Seq Scan|SCAN jobs(?! USING)/i);
    });

    if (db.name !== 'sqlite') {
      it('A-SL-3: a second worker gets the next jobs while the first holds its claim transaction open, and few rows are locked', async () => {
        const { executor, schema } = backendOf(queue.dataSource);
        await queue.dataSource.transaction('READ COMMITTED', async (manager) => {
          const first = await executor.join(manager.queryRunner as QueryRunner, () =>
            claimJobs(schema, claimRequest(['t0', 't1', 't2'], { limit: 5 })),
          );
          const second = await queue.claim(['t0', 't1', 't2'], { limit: 5 });
          const order = [...first, ...second.map(({ job }) => job)].map(({ payload }) => (payload as { n: number }).n);
          expect(order).toEqual(Array.from({ length: 10 }, (_, index) => 4 + index * 5));
          expect(await rowsLocked(manager.queryRunner as QueryRunner)).toBeLessThanOrEqual(30);
        });
      });
    }
  });
});

/** Where the server tells it. Index records and rows count apart; what it shows is up to a tenth of a second old. */
async function rowsLocked(runner: QueryRunner): Promise<number> {
  if (runner.dataSource.options.type === 'postgres') return 0;
  let locked = NaN;
  await eventually('the server shows the transaction', async () => {
    const [row] = (await runner.query(LOCKED)) as { locked: string }[];
    locked = Number(row?.locked ?? NaN);
    return locked > 0;
  });
  return locked;
}

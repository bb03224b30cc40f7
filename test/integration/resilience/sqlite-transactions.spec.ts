import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const ENQUEUES = 20;

describe('A-DL-5: a worker on SQLite beside transactions of the app', () => {
  const start = queueStarter();

  it('20 transactional enqueues and transactions of the app in turn: no error, and each job runs once', async () => {
    const runs: string[] = [];
    const queue = await start({
      handlers: [handlerOf('work', (_payload, { id }) => runs.push(id))],
      database: { enableWAL: true } as never,
      queue: { worker: { concurrency: 5, pollInterval: 10, sweepInterval: 10 } },
    });
    await queue.dataSource.query('CREATE TABLE "orders" ("id" integer)');
    for (let id = 0; id < ENQUEUES; id++) {
      await queue.dataSource.transaction(async (manager) => {
        await manager.query('INSERT INTO "orders" VALUES (?)', [id]);
        await queue.jobs.enqueue('work', {}, { manager });
      });
      await queue.dataSource.transaction((manager) => manager.query('UPDATE "orders" SET "id" = "id" WHERE "id" = ?', [id]));
    }
    await eventually('all jobs are completed', async () => (await queue.jobs.counts())[0]?.completed === ENQUEUES);
    expect(new Set(runs).size).toBe(runs.length);
    expect(await queue.dataSource.query('SELECT count(*) AS "n" FROM "orders"')).toEqual([{ n: ENQUEUES }]);
    expect([...queue.logger.texts('warn'), ...queue.logger.texts('error')]).toEqual([]);
  });
});

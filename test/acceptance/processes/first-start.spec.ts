import { describe, expect, it } from '@jest/globals';
import type { DataSourceOptions } from 'typeorm';
import { eachDatabase } from '../../support/databases.js';
import { spawnFixture } from '../../support/processes.js';
import { startQueueApp } from '../../support/queue-app.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';

const INSTANCES = 5;
const ROUNDS = size(5, 20);

describe('A-SC-1: several instances start on an empty database at once', () => {
  eachDatabase((db) => {
    it.each([
      ['synchronize: true', true],
      ['migrationsRun: true', false],
    ])(
      `A-SC-1: with %s all ${INSTANCES} start, and there is one set of tables`,
      async (_how, synchronize) => {
        const instances = await Promise.all(Array.from({ length: INSTANCES }, started));
        for (let round = 0; round < ROUNDS; round++) {
          const fresh = await db.create();
          const database = round % 2 === 0 ? fresh.options : inWalMode(fresh.options);
          const answers = await Promise.all(
            instances.map(async (instance) => {
              await instance.send({ database, synchronize });
              return instance.message();
            }),
          );
          expect(answers).toEqual(answers.map(() => ({ error: null })));
          const observer = await startQueueApp({ database: fresh.options, typeorm: { migrationsRun: false } });
          expect((await observer.dataSource.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
          expect((await observer.jobs.list()).jobs).toHaveLength(INSTANCES);
          // After `synchronize` the migration is still to come.
          await expect(observer.dataSource.showMigrations()).resolves.toBe(synchronize);
          await observer.close();
          await fresh.drop();
        }
        await Promise.all(instances.map((instance) => instance.kill()));
      },
      HEAVY_TIMEOUT,
    );
  });
});

/** Switching the file to WAL is itself something that instances do at once; other databases do not know the option. */
function inWalMode(options: DataSourceOptions): DataSourceOptions {
  return options.type === 'better-sqlite3' ? { ...options, enableWAL: true } : options;
}

async function started(): Promise<ReturnType<typeof spawnFixture>> {
  const child = spawnFixture('queue-starter');
  await child.message((message) => message === 'ready');
  return child;
}

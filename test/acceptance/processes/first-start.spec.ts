import { describe, expect, it } from '@jest/globals';
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
          const answers = await Promise.all(
            instances.map(async (instance) => {
              await instance.send({ database: fresh.options, synchronize } as object);
              return instance.message();
            }),
          );
          expect(answers).toEqual(answers.map(() => ({ error: null })));
          const { dataSource, jobs, close } = await startQueueApp({ database: fresh.options, typeorm: { migrationsRun: false } });
          expect((await dataSource.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
          expect((await jobs.list()).jobs).toHaveLength(INSTANCES);
          if (!synchronize) await expect(dataSource.showMigrations()).resolves.toBe(false);
          await close();
          await fresh.drop();
        }
        await Promise.all(instances.map((instance) => instance.kill()));
      },
      HEAVY_TIMEOUT,
    );
  });
});

async function started(): Promise<ReturnType<typeof spawnFixture>> {
  const child = spawnFixture('queue-starter');
  await child.message((message) => message === 'ready');
  return child;
}

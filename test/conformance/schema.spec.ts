import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { queueEntities, queueMigrations } from '../../lib/index.js';
import { eachDatabase, type FreshDatabase } from '../support/databases.js';

const INDEXED = [['claim_rank', 'run_at', 'id'], ['idempotency_hash'], ['queue', 'claim_rank', 'run_at', 'id'], ['status', 'claim_rank', 'run_at']];

describe('A-SC-2 the schema', () => {
  eachDatabase((db) => {
    let database: FreshDatabase;
    let dataSource: DataSource;
    beforeAll(async () => {
      database = await db.create();
    });
    afterAll(() => database.drop());

    async function connect(options: Partial<DataSourceOptions> = {}): Promise<void> {
      const all = { ...database.options, entities: queueEntities, migrations: queueMigrations, ...options } as DataSourceOptions;
      dataSource = await new DataSource(all).initialize();
    }
    const difference = async () => (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
    async function indexes(): Promise<string[][]> {
      const runner = dataSource.createQueryRunner();
      const table = await runner.getTable('jobs');
      await runner.release();
      const names = [...(table?.indices ?? []), ...(table?.uniques ?? [])].map(({ columnNames }) => columnNames.toSorted().join());
      return INDEXED.filter((columns) => names.includes(columns.toSorted().join()));
    }

    it('has no difference after the migration, nor after synchronize() upon it, and keeps its indexes', async () => {
      await connect();
      await dataSource.runMigrations();
      expect(await difference()).toEqual([]);
      expect(await indexes()).toEqual(INDEXED);
      await dataSource.synchronize();
      expect(await difference()).toEqual([]);
      expect(await indexes()).toEqual(INDEXED);
      await dataSource.destroy();
    });

    it('has no difference when the app connects again', async () => {
      await connect({ synchronize: true });
      expect(await difference()).toEqual([]);
      expect(await indexes()).toEqual(INDEXED);
    });

    it('goes away with the migration, and synchronize alone makes the same', async () => {
      await dataSource.undoLastMigration();
      expect((await difference()).length).toBeGreaterThan(0);
      await dataSource.synchronize();
      expect(await difference()).toEqual([]);
      expect(await indexes()).toEqual(INDEXED);
      await dataSource.runMigrations();
      expect(await difference()).toEqual([]);
      await dataSource.destroy();
    });
  });
});

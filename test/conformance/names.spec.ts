import { describe, expect, it } from '@jest/globals';
import { DefaultNamingStrategy, type DataSourceOptions, type NamingStrategyInterface } from 'typeorm';
import { eachDatabase, type TestDatabase } from '../support/databases.js';
import { liveWholeLife } from '../support/life-cycle.js';
import { postgresQuery } from '../support/postgres-database.js';
import { QueueDatabase } from '../support/queue-database.js';

const snake = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

/** As the widely used one: snake case, names that the entity gives are kept. */
class SnakeCase extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName: string | undefined): string {
    return customName ?? snake(className);
  }
  override columnName(property: string, customName: string | undefined, prefixes: string[]): string {
    return snake(prefixes.join('_')) + (customName ?? snake(property));
  }
}

/** One that changes also the names that the entity gives. */
class UpperCase extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName: string | undefined): string {
    return (customName ?? className).toUpperCase();
  }
  override columnName(property: string, customName: string | undefined): string {
    return (customName ?? property).toUpperCase();
  }
}

type Settings = [string, { schema?: string; entityPrefix?: string; namingStrategy?: NamingStrategyInterface }, string];

const SETTINGS: Settings[] = [
  ['entityPrefix', { entityPrefix: 'app_' }, 'app_jobs'],
  ['a snake-case strategy and entityPrefix', { entityPrefix: 'app_', namingStrategy: new SnakeCase() }, 'app_jobs'],
  ['a prefix with characters that need quotes', { entityPrefix: 'my-app ' }, 'my-app jobs'],
];
const UPPER_CASE: Settings = ['an upper-case strategy', { namingStrategy: new UpperCase() }, 'JOBS'];
const ON_POSTGRES: Settings[] = [
  ['a schema', { schema: 'jobs' }, 'jobs.jobs'],
  ['schema, entityPrefix and strategy at once', { schema: 'Other', entityPrefix: 'app_', namingStrategy: new SnakeCase() }, 'Other.app_jobs'],
];

/** TypeORM puts its own table of migrations into the schema, so the app has made it before. */
function withSchema(db: TestDatabase, schema: string | undefined): TestDatabase {
  if (schema === undefined) return db;
  return {
    name: db.name,
    async create() {
      const database = await db.create();
      await postgresQuery(database.url, `CREATE SCHEMA "${schema}"`);
      return database;
    },
  };
}

async function lives(db: TestDatabase, [, settings, path]: Settings): Promise<void> {
  const queue = new QueueDatabase();
  try {
    await queue.start(withSchema(db, settings.schema), {
      database: settings as DataSourceOptions,
      queue: { queues: { limited: { maxPending: 100 } } },
    });
    await liveWholeLife(queue);
    expect(queue.dataSource.getMetadata('JobEntity').tablePath).toBe(path);
    expect((await queue.dataSource.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
  } finally {
    await queue.stop();
  }
}

describe('A-SC-3 the names that the app chose', () => {
  eachDatabase((db) => {
    it.each([...SETTINGS, ...(db.name === 'postgres' ? ON_POSTGRES : [])])('R7.2: a whole life under %s', (...settings) => lives(db, settings));

    it('R7.2: a whole life under a strategy that changes also the names that the entity gives', () => lives(db, UPPER_CASE));
  });
});

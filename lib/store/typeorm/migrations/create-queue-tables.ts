import {
  Table,
  type DataSource,
  type EntityMetadata,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
  type QueryRunner,
} from 'typeorm';
import { queueEntities } from '../entities/queue-entities.js';
import { alone } from './alone.js';
import { dataSourceOf } from './data-source-of.js';

/**
 * Creates the queue's tables as the DataSource's entities describe them, so that prefix, schema and naming strategy of the app
 * hold, and a later schema diff finds nothing to change. Several instances may run it at once: the others wait and find it done.
 */
export class CreateQueueTables1764547200000 implements MigrationInterface {
  readonly name = 'CreateQueueTables1764547200000';

  async up(runner: QueryRunner): Promise<void> {
    await alone(runner, async () => {
      for (const entity of queueEntities) await create(runner, entity);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const entity of queueEntities.toReversed()) await runner.dropTable(dataSourceOf(runner).getMetadata(entity).tablePath, true);
  }
}

async function create(runner: QueryRunner, entity: EntityTarget<ObjectLiteral>): Promise<void> {
  const dataSource = dataSourceOf(runner);
  const metadata = dataSource.getMetadata(entity);
  // Even with IF NOT EXISTS, creating a schema takes a right that many apps' roles lack.
  if (metadata.schema && !(await runner.hasSchema(metadata.schema))) await runner.createSchema(metadata.schema, true);
  const table = Table.create(metadata, dataSource.driver);
  for (const index of table.indices) if (index.where) index.where = inNamesOf(dataSource, metadata, index.where);
  await runner.createTable(table, true, true, true);
}

/** The condition of a partial index names columns as the entity does; a naming strategy may call them otherwise. */
function inNamesOf({ driver }: DataSource, { columns }: EntityMetadata, condition: string): string {
  const names = new Map(columns.map(({ givenDatabaseName, databaseName }) => [givenDatabaseName, databaseName]));
  return condition.replaceAll(/[a-z_]+/g, (word) => (names.has(word) ? driver.escape(names.get(word) ?? word) : word));
}

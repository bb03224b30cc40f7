import { QueueError } from './queue.error.js';

/** The queue's entities or tables are not there; the app does not start. */
export class SchemaMissingError extends QueueError {
  readonly code = 'SCHEMA_MISSING';

  static entities(dataSource: string): SchemaMissingError {
    return new SchemaMissingError(
      `The DataSource "${dataSource}" does not know the queue's entities. Set \`autoLoadEntities: true\` in TypeOrmModule.forRoot(), ` +
        `or add \`...queueEntities\` from nestjs-typeorm-queue to its \`entities\`.`,
    );
  }

  static table(table: string, cause: unknown): SchemaMissingError {
    return new SchemaMissingError(
      `The table ${table} cannot be read. Does it exist? Add \`...queueMigrations\` from nestjs-typeorm-queue to the DataSource's \`migrations\` ` +
        `and run them, or set \`synchronize: true\` for a first try.`,
      { cause },
    );
  }
}

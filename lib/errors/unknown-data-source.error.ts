import { QueueError } from './queue.error.js';

/** The DataSource that the options name is not in the app; the app does not start. */
export class UnknownDataSourceError extends QueueError {
  readonly code = 'DATA_SOURCE_UNKNOWN';

  constructor(readonly dataSource: string) {
    super(
      `QueueModule found no TypeORM DataSource named "${dataSource}". Import TypeOrmModule.forRoot() with that name, ` +
        `or set the option \`dataSource\` of QueueModule to the name of one that exists.`,
    );
  }
}

import type { DataSource } from 'typeorm';
import { SchemaMissingError } from '../../errors/schema-missing.error.js';
import { CallerTransactions } from './caller-transactions.js';
import type { Dialect, ExecutorSettings } from './dialect.js';
import { dialectFor } from './dialect-for.js';
import { queueEntities } from './entities/queue-entities.js';
import type { Executor } from './executor.js';
import type { Schema } from './statements/schema.js';
import { tablesOf } from './tables.js';

export interface BackendOptions extends ExecutorSettings {
  /** Name of the DataSource, for messages. */
  readonly name: string;
  /** Whether a job that completes is deleted at once. */
  readonly deletesCompleted?: boolean;
}

/** All that belongs to one DataSource: how to talk to it, and the names in it. */
export class Backend {
  readonly dialect: Dialect;
  readonly schema: Schema;
  readonly executor: Executor;
  readonly callers: CallerTransactions;

  /** @throws UnsupportedDatabaseError, SchemaMissingError */
  constructor(dataSource: DataSource, { name, deletesCompleted = false, ...settings }: BackendOptions) {
    this.dialect = dialectFor(dataSource);
    if (!queueEntities.every((entity) => dataSource.hasMetadata(entity))) throw SchemaMissingError.entities(name);
    this.schema = { ...tablesOf(dataSource), dialect: this.dialect, deletesCompleted };
    this.executor = this.dialect.executor(dataSource, settings);
    this.callers = new CallerTransactions(dataSource);
  }
}

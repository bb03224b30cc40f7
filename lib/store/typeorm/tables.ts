import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { JobHistoryEntity } from './entities/job-history.entity.js';
import { JobQueueEntity } from './entities/job-queue.entity.js';
import { JobEntity } from './entities/job.entity.js';
import { join, raw, Sql } from './sql.js';

/** The names of a table as this DataSource has them: with its prefix, schema and naming strategy, and quoted. */
export interface Table<Column extends string> {
  readonly path: Sql;
  readonly col: Readonly<Record<Column, Sql>>;
}

export interface Tables {
  readonly jobs: Table<keyof JobEntity>;
  readonly history: Table<keyof JobHistoryEntity>;
  readonly queues: Table<keyof JobQueueEntity>;
  /** Name of the index that gives the claim order: within a queue, and over all queues. */
  readonly claimIndex: { readonly queue: Sql; readonly all: Sql };
}

export function tablesOf(dataSource: DataSource): Tables {
  const jobs = dataSource.getMetadata(JobEntity);
  return {
    jobs: tableOf(dataSource, JobEntity),
    history: tableOf(dataSource, JobHistoryEntity),
    queues: tableOf(dataSource, JobQueueEntity),
    claimIndex: { queue: indexOn(dataSource, jobs, 'queue'), all: indexOn(dataSource, jobs, 'claimRank') },
  };
}

function tableOf<Entity extends ObjectLiteral>(dataSource: DataSource, entity: EntityTarget<Entity>): Table<keyof Entity & string> {
  const { driver } = dataSource;
  const metadata = dataSource.getMetadata(entity);
  const path = metadata.tablePath.split('.').map((part) => driver.escape(part));
  const columns = metadata.columns.map((column) => [column.propertyName, raw(driver.escape(column.databaseName))] as const);
  return { path: raw(path.join('.')), col: Object.fromEntries(columns) as Record<keyof Entity & string, Sql> };
}

function indexOn(dataSource: DataSource, jobs: EntityMetadata, firstProperty: keyof JobEntity): Sql {
  const index = jobs.indices.find(({ columns }) => columns[0]?.propertyName === firstProperty);
  if (!index) throw new TypeError(`The entity of the jobs table has no index that begins with ${firstProperty}.`);
  return raw(dataSource.driver.escape(index.name));
}

/** `column AS "property"` for each: rows are read by property, whatever the columns are called. */
export function selectList<Column extends string>(table: Table<Column>, columns: readonly Column[], quote: (name: string) => string): Sql {
  return join(columns.map((column) => raw(`${table.col[column].text} AS ${quote(column)}`)));
}

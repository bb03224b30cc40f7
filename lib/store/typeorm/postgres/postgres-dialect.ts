import type { DataSource } from 'typeorm';
import { UnsupportedDatabaseError } from '../../../errors/unsupported-database.error.js';
import { databaseCode } from '../database-failure.js';
import type { Dialect } from '../dialect.js';
import type { Executor } from '../executor.js';
import { rowsOf } from '../plan.js';
import { poolAdvice } from '../pool-advice.js';
import { PooledExecutor } from '../pooled-executor.js';
import { raw, sql, type Sql } from '../sql.js';
import { PostgresConnector } from './postgres-connector.js';
import { PostgresWakeUp } from './postgres-wake-up.js';
import { unnestedRows } from './unnested-rows.js';

/** PostgreSQL 12 is the oldest version that this dialect is written for. */
const OLDEST = 120_000;
const VERSION = raw(`SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`);

const NOW = raw('floor(extract(epoch from statement_timestamp()) * 1000)::bigint');

export const postgresDialect: Dialect = {
  name: 'postgres',
  parallel: true,
  now: NOW,
  lockRows: raw(' FOR UPDATE SKIP LOCKED'),
  lockShared: raw(''),
  returning: true,
  updatesInQueries: true,
  rowsPerInsert: 1_000,
  newRows: (rows) => unnestedRows(rows, NOW),
  quote: (name) => `"${name}"`,
  integer: (value) => sql`${value}::bigint`,
  asJson: (text) => sql`${text}::json`,
  idIn: (id, ids) => sql`${id} = ANY(${ids}::uuid[])`,
  valueFor: (id, ids, values) => sql`(${values}::text[])[array_position(${ids}::uuid[], ${id})]`,
  jsonText: (column) => sql`${column}::text`,
  // An array is computed once; with IN (SELECT .. LIMIT) the planner may run the subquery again for each row and claim too much.
  inSubquery: (column, subquery): Sql => sql`${column} = ANY(ARRAY(${subquery}))`,
  isDuplicate: (error) => databaseCode(error) === '23505',
  executor: (dataSource, { queryTimeout, prepared }) => new PooledExecutor(dataSource, new PostgresConnector(prepared), queryTimeout),
  wakeUpChannel: (dataSource, executor, options) => new PostgresWakeUp(dataSource, executor, options),

  async checkServer(_dataSource: DataSource, executor: Executor): Promise<void> {
    const [row] = await executor.run({ plan: () => rowsOf(VERSION), atomic: false });
    if (Number(row?.['number']) < OLDEST) throw new UnsupportedDatabaseError(`PostgreSQL ${String(row?.['version'])}`, 'PostgreSQL 12 or later');
  },

  async advice(dataSource, _executor, concurrency) {
    const master = (dataSource.driver as unknown as { master: { options: { max?: number } } }).master;
    return poolAdvice(concurrency, master.options.max ?? 10);
  },
};

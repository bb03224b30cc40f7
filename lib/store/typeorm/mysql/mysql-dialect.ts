import type { DataSource } from 'typeorm';
import { databaseCode } from '../database-failure.js';
import type { Dialect } from '../dialect.js';
import type { Executor } from '../executor.js';
import { rowsOf } from '../plan.js';
import { poolAdvice } from '../pool-advice.js';
import { PooledExecutor } from '../pooled-executor.js';
import { join, raw, sql } from '../sql.js';
import { caseById } from '../case-by-id.js';
import { valuesOf } from '../statements/new-row.js';
import { mysqlConnector } from './mysql-connector.js';
import { checkMysqlVersion } from './mysql-version.js';

const NOW = raw(`(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)`);

/** MySQL and MariaDB. */
export const mysqlDialect: Dialect = {
  name: 'mysql',
  parallel: true,
  now: NOW,
  lockRows: raw(' FOR UPDATE SKIP LOCKED'),
  lockShared: raw(' LOCK IN SHARE MODE'),
  returning: false,
  updatesInQueries: false,
  rowsPerInsert: 500,
  newRows: (rows) => valuesOf(rows, NOW),
  quote: (name) => `\`${name}\``,
  integer: (value) => sql`${value}`,
  asJson: (text) => text,
  idIn: (id, ids) => sql`${id} IN (${join(ids)})`,
  valueFor: caseById,
  jsonText: (column) => sql`CAST(${column} AS CHAR)`,
  inSubquery: (column, subquery) => sql`${column} IN (${subquery})`,
  isDuplicate: (error) => databaseCode(error) === 'ER_DUP_ENTRY',
  executor: (dataSource, { queryTimeout }) => new PooledExecutor(dataSource, mysqlConnector, queryTimeout),
  wakeUpChannel: () => null,

  async checkServer(_dataSource: DataSource, executor: Executor): Promise<void> {
    const [row] = await executor.run({ plan: () => rowsOf(raw('SELECT VERSION() AS version')), atomic: false });
    checkMysqlVersion(String(row?.['version']));
  },

  async advice(dataSource, _executor, concurrency) {
    const { poolSize, extra } = dataSource.options as { poolSize?: number; extra?: { connectionLimit?: number } };
    return poolAdvice(concurrency, extra?.connectionLimit ?? poolSize ?? 10);
  },
};

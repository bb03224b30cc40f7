import type { DataSource } from 'typeorm';
import { UnsupportedDatabaseError } from '../../../errors/unsupported-database.error.js';
import { databaseCode } from '../database-failure.js';
import type { Dialect } from '../dialect.js';
import type { Executor } from '../executor.js';
import { rowsOf } from '../plan.js';
import { join, raw, sql } from '../sql.js';
import { caseById } from '../case-by-id.js';
import { valuesOf } from '../statements/new-row.js';
import { SqliteExecutor } from './sqlite-executor.js';

/** The first with `unixepoch(.., 'subsec')`, by SQLite's release notes. */
const OLDEST = { major: 3, minor: 42 };

const NOW = raw(`CAST(ROUND(unixepoch('now', 'subsec') * 1000) AS INTEGER)`);

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  parallel: false,
  now: NOW,
  lockRows: raw(''),
  lockShared: raw(''),
  returning: true,
  updatesInQueries: false,
  // A prepared statement of one row, run again and again without a round trip, is the fastest.
  rowsPerInsert: 1,
  newRows: (rows) => valuesOf(rows, NOW),
  quote: (name) => `"${name}"`,
  integer: (value) => sql`${value}`,
  asJson: (text) => text,
  idIn: (id, ids) => sql`${id} IN (${join(ids)})`,
  valueFor: caseById,
  jsonText: (column) => column,
  inSubquery: (column, subquery) => sql`${column} IN (${subquery})`,
  isDuplicate: (error) => databaseCode(error) === 'SQLITE_CONSTRAINT_UNIQUE',
  executor: (dataSource, { queryTimeout }) => new SqliteExecutor(dataSource, queryTimeout),
  wakeUpChannel: () => null,

  async checkServer(_dataSource: DataSource, executor: Executor): Promise<void> {
    const [row] = await executor.run({ plan: () => rowsOf(raw('SELECT sqlite_version() AS version')), atomic: false });
    const version = String(row?.['version']);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor))
      throw new UnsupportedDatabaseError(`SQLite ${version}`, 'SQLite 3.42 or later');
  },

  async advice(_dataSource, executor) {
    const read = async (pragma: string) =>
      Object.values((await executor.run({ plan: () => rowsOf(raw(`PRAGMA ${pragma}`)), atomic: false }))[0] ?? {})[0];
    const warnings = [];
    if (!['wal', 'memory'].includes(String(await read('journal_mode'))))
      warnings.push(
        'The SQLite file is not in WAL mode, so that readers and writers block each other: set `enableWAL: true` in the DataSource options.',
      );
    if (Number(await read('busy_timeout')) === 0)
      warnings.push(
        'The SQLite connection has no busy timeout, so that a second process makes statements fail: set `timeout` in the DataSource options.',
      );
    return warnings;
  },
};

import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Dialect } from '../../../lib/store/typeorm/dialect.js';
import type { Executor } from '../../../lib/store/typeorm/executor.js';
import { mysqlDialect } from '../../../lib/store/typeorm/mysql/mysql-dialect.js';
import { postgresDialect } from '../../../lib/store/typeorm/postgres/postgres-dialect.js';
import { sqliteDialect } from '../../../lib/store/typeorm/sqlite/sqlite-dialect.js';

type Row = Readonly<Record<string, unknown>>;

const postgres = (number: number, version: string) => ({ number, version });
const version = (text: string) => ({ version: text });

const TOO_OLD: [string, Dialect, Row, RegExp][] = [
  ['MariaDB 10.5', mysqlDialect, version('10.5.28-MariaDB'), /MariaDB 10\.5\.28.*MariaDB 10\.6/],
  ['MariaDB 10.5 with its prefix for replication', mysqlDialect, version('5.5.5-10.5.9-MariaDB-log'), /10\.5\.9.*MariaDB 10\.6/],
  ['MariaDB 5.5.5 itself', mysqlDialect, version('5.5.5-MariaDB'), /5\.5\.5.*MariaDB 10\.6/],
  ['MySQL 5.7', mysqlDialect, version('5.7.44-log'), /MySQL 5\.7\.44.*MySQL 8\.0\.1/],
  ['Aurora MySQL 2', mysqlDialect, version('5.7.mysql_aurora.2.11.4'), /MySQL 5\.7.*MySQL 8\.0\.1/],
  ['MySQL 8.0.0', mysqlDialect, version('8.0.0-dmr'), /MySQL 8\.0\.0.*MySQL 8\.0\.1/],
  ['PostgreSQL 11', postgresDialect, postgres(110_022, '11.22'), /PostgreSQL 11\.22.*PostgreSQL 12/],
  ['PostgreSQL 9.6', postgresDialect, postgres(90_624, '9.6.24'), /PostgreSQL 9\.6\.24.*PostgreSQL 12/],
  ['SQLite 3.41', sqliteDialect, version('3.41.2'), /SQLite 3\.41\.2.*SQLite 3\.42/],
  ['SQLite 3.9', sqliteDialect, version('3.9.2'), /SQLite 3\.9\.2.*SQLite 3\.42/],
  ['SQLite 2', sqliteDialect, version('2.99.0'), /SQLite 2\.99\.0.*SQLite 3\.42/],
];

const NEW_ENOUGH: [string, Dialect, Row][] = [
  ['MariaDB 10.6.0', mysqlDialect, version('10.6.0-MariaDB')],
  ['MariaDB 10.6 with its prefix for replication', mysqlDialect, version('5.5.5-10.6.12-MariaDB-1:10.6.12+maria~ubu2004')],
  ['MariaDB 10.11', mysqlDialect, version('10.11.6-MariaDB-0+deb12u1')],
  ['MariaDB 11.4', mysqlDialect, version('11.4.2-MariaDB')],
  ['MySQL 8.0.1', mysqlDialect, version('8.0.1-dmr-log')],
  ['Aurora MySQL 3', mysqlDialect, version('8.0.mysql_aurora.3.04.0')],
  ['MySQL 8.4', mysqlDialect, version('8.4.0')],
  ['MySQL 9', mysqlDialect, version('9.0.1')],
  ['PostgreSQL 12.0', postgresDialect, postgres(120_000, '12.0')],
  ['PostgreSQL 18, its number as a text', postgresDialect, { number: '180004', version: '18.4' }],
  ['SQLite 3.42', sqliteDialect, version('3.42.0')],
  ['SQLite 4', sqliteDialect, version('4.0.0')],
];

/** Asks a server that answers with this row. */
function check(dialect: Dialect, row: Row): Promise<void> {
  return dialect.checkServer({} as DataSource, { run: async () => Promise.resolve([row]) } as unknown as Executor);
}

describe('A-BE-2: the version of the database server', () => {
  it.each(TOO_OLD)('%s is refused in one error that names it and the needed one', async (_name, dialect, row, message) => {
    await expect(check(dialect, row)).rejects.toMatchObject({ code: 'DATABASE_UNSUPPORTED', message: expect.stringMatching(message) });
  });

  it.each(NEW_ENOUGH)('%s is accepted', async (_name, dialect, row) => {
    await expect(check(dialect, row)).resolves.toBeUndefined();
  });
});

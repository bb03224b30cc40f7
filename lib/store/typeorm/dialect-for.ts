import type { DataSource } from 'typeorm';
import { UnsupportedDatabaseError } from '../../errors/unsupported-database.error.js';
import type { Dialect } from './dialect.js';
import { mysqlDialect } from './mysql/mysql-dialect.js';
import { postgresDialect } from './postgres/postgres-dialect.js';
import { sqliteDialect } from './sqlite/sqlite-dialect.js';

const DIALECTS: Readonly<Record<string, Dialect>> = {
  postgres: postgresDialect,
  mysql: mysqlDialect,
  mariadb: mysqlDialect,
  'better-sqlite3': sqliteDialect,
};

/** The only place that tells databases apart. @throws UnsupportedDatabaseError */
export function dialectFor({ options: { type } }: DataSource): Dialect {
  const dialect = DIALECTS[type];
  if (!dialect) throw new UnsupportedDatabaseError(`the TypeORM driver "${type}"`, `one of ${Object.keys(DIALECTS).join(', ')}`);
  return dialect;
}

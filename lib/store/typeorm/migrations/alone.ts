import type { QueryRunner } from 'typeorm';
import { DatabaseError } from '../../../errors/database.error.js';
import { dataSourceOf } from './data-source-of.js';

/** Any number that other advisory locks of the app are unlikely to use. */
const POSTGRES_LOCK = 7_261_940_155;
const MYSQL_LOCK = 'nestjs-typeorm-queue:migration';
const MYSQL_WAIT_SECONDS = 120;

/** Runs a migration while no other instance does. SQLite needs nothing: its file has one writer at a time. */
export async function alone(runner: QueryRunner, migrate: () => Promise<void>): Promise<void> {
  const { type } = dataSourceOf(runner).options;
  if (type === 'postgres') return underPostgresLock(runner, migrate);
  if (type === 'mysql' || type === 'mariadb') return underMysqlLock(runner, migrate);
  return migrate();
}

/** Within a transaction the lock must outlast the commit, or the next one would not see the tables. */
async function underPostgresLock(runner: QueryRunner, migrate: () => Promise<void>): Promise<void> {
  if (runner.isTransactionActive) {
    await runner.query(`SELECT pg_advisory_xact_lock(${POSTGRES_LOCK})`);
    return migrate();
  }
  await runner.query(`SELECT pg_advisory_lock(${POSTGRES_LOCK})`);
  try {
    await migrate();
  } finally {
    await runner.query(`SELECT pg_advisory_unlock(${POSTGRES_LOCK})`);
  }
}

async function underMysqlLock(runner: QueryRunner, migrate: () => Promise<void>): Promise<void> {
  const [row] = (await runner.query(`SELECT GET_LOCK('${MYSQL_LOCK}', ${MYSQL_WAIT_SECONDS}) AS held`)) as { held: number | string | null }[];
  if (Number(row?.held) !== 1) throw new DatabaseError('GET_LOCK', true);
  try {
    await migrate();
  } finally {
    await runner.query(`SELECT RELEASE_LOCK('${MYSQL_LOCK}')`);
  }
}

// The databases that the benchmarks run on: each made anew for a run.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataSource } from 'typeorm';

const PG = process.env.BENCH_PG ?? 'postgres://postgres@127.0.0.1:5432';
const MYSQL = process.env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306';
const SQLITE = process.env.BENCH_SQLITE_DIR ?? './.data';
const PREFIX = process.env.BENCH_PREFIX ?? 'bench_';

async function query(options, ...statements) {
  const dataSource = await new DataSource(options).initialize();
  try {
    let answer;
    for (const statement of statements) answer = await dataSource.query(statement);
    return answer;
  } finally {
    await dataSource.destroy();
  }
}

const common = (options) => ({
  count: async (text) => Number((await query(options(1), text))[0].n),
  execute: (text) => query(options(1), text),
});

// A password stays out of what is printed and stored.
const withoutPassword = (url) => url.replace(/:[^:@/]*@/, '@');

export function postgres(label) {
  const name = PREFIX + label;
  const options = (poolSize) => ({ type: 'postgres', url: `${PG}/${name}`, poolSize });
  const admin = { type: 'postgres', url: `${PG}/postgres` };
  const drop = `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`;
  return {
    name,
    options,
    ...common(options),
    server: `BENCH_PG (${withoutPassword(PG)})`,
    settings: 'server defaults',
    version: async () => `PostgreSQL ${(await query(admin, 'SHOW server_version'))[0].server_version}`,
    recreate: () => query(admin, drop, `CREATE DATABASE "${name}"`),
    drop: () => query(admin, drop),
    // So that no autovacuum of the filling falls into what is timed.
    settle: () => query(options(1), 'VACUUM ANALYZE'),
    sampleEnv: { DATABASE_URL: `${PG}/${name}` },
  };
}

export function mariadb(label) {
  const name = PREFIX + label;
  const options = (poolSize) => ({ type: 'mariadb', url: `${MYSQL}/${name}`, poolSize });
  const admin = { type: 'mariadb', url: `${MYSQL}/mysql` };
  const drop = `DROP DATABASE IF EXISTS \`${name}\``;
  return {
    name,
    options,
    ...common(options),
    server: `BENCH_MYSQL (${withoutPassword(MYSQL)})`,
    settings: 'server defaults',
    version: async () => `MariaDB ${(await query(admin, 'SELECT VERSION() AS version'))[0].version}`,
    recreate: () => query(admin, drop, `CREATE DATABASE \`${name}\``),
    drop: () => query(admin, drop),
    settle: async () => {},
    sampleEnv: { DATABASE_URL: `${MYSQL}/${name}`.replace(/^\w+/, 'mariadb') },
  };
}

export function sqlite(label, synchronous) {
  const folder = resolve(SQLITE, PREFIX + label);
  const database = join(folder, 'invoicing.sqlite'); // the name that the sample app gives its file
  const prepareDatabase = (connection) => connection.pragma(`synchronous = ${synchronous}`);
  const options = () => ({ type: 'better-sqlite3', database, enableWAL: true, prepareDatabase });
  const memory = { type: 'better-sqlite3', database: ':memory:' };
  const drop = async () => rmSync(folder, { recursive: true, force: true });
  return {
    name: PREFIX + label,
    options,
    ...common(options),
    server: `BENCH_SQLITE_DIR (${resolve(SQLITE)})`,
    settings: `WAL, synchronous = ${synchronous}`,
    version: async () => `SQLite ${(await query(memory, 'SELECT sqlite_version() AS version'))[0].version}`,
    async recreate() {
      await drop();
      mkdirSync(folder, { recursive: true });
    },
    drop,
    settle: async () => {},
    // The sample app itself sets FULL.
    sampleEnv: synchronous === 'FULL' ? { SAMPLE_DATA_DIR: folder } : undefined,
  };
}

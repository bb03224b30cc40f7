// The databases that the benchmarks run on: each made anew for a run.
import { rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';

const PG = process.env.BENCH_PG ?? 'postgres://postgres@127.0.0.1:5432';
const MYSQL = process.env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306';
const SQLITE = process.env.BENCH_SQLITE_DIR ?? './.data';

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

const counting = (options) => ({
  count: async (text) => Number((await query(options(1), text))[0].n),
  execute: (text) => query(options(1), text),
});

export function postgres(name) {
  const options = (poolSize) => ({ type: 'postgres', url: `${PG}/${name}`, poolSize });
  const admin = { type: 'postgres', url: `${PG}/postgres` };
  return { options, ...counting(options), recreate: () => query(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`) };
}

export function mariadb(name) {
  const options = (poolSize) => ({ type: 'mariadb', url: `${MYSQL}/${name}`, poolSize });
  const admin = { type: 'mariadb', url: `${MYSQL}/mysql` };
  return { options, ...counting(options), recreate: () => query(admin, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`) };
}

export function sqlite(name, synchronous) {
  const file = join(SQLITE, `${name}.sqlite`);
  const prepareDatabase = (connection) => connection.pragma(`synchronous = ${synchronous}`);
  const options = () => ({ type: 'better-sqlite3', database: file, enableWAL: true, prepareDatabase });
  return {
    options,
    ...counting(options),
    async recreate() {
      mkdirSync(SQLITE, { recursive: true });
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    },
  };
}

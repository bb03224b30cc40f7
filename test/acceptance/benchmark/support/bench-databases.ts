import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { databaseServers } from '../../../support/database-servers.js';

/** Where the benchmarks find their servers, and a folder: names of databases are this file's own. */
export interface BenchHome {
  folder: string;
  env: Record<string, string>;
}

export function benchHome(): BenchHome {
  const home: BenchHome = { folder: '', env: {} };
  beforeAll(async () => {
    const { postgres, mariadb } = databaseServers();
    home.folder = await mkdtemp(join(tmpdir(), 'ntq_bench_'));
    home.env = {
      BENCH_PREFIX: `ntq_bench_${randomUUID().slice(0, 8)}_`,
      BENCH_SQLITE_DIR: home.folder,
      ...(postgres && { BENCH_PG: serverOf(postgres.url) }),
      ...(mariadb && { BENCH_MYSQL: serverOf(mariadb.url) }),
    };
  });
  afterAll(() => rm(home.folder, { recursive: true, force: true }));
  return home;
}

/** The URL without its database. */
function serverOf(url: string): string {
  return url.replace(/\/[^/@]*$/, '');
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './databases.js';

/** A file in a folder of its own, since SQLite puts -wal and -shm files beside it. */
export function sqliteDatabase(): TestDatabase {
  return {
    name: 'sqlite',
    async create() {
      const folder = await mkdtemp(join(tmpdir(), 'ntq_test_'));
      const database = join(folder, 'test.sqlite');
      return {
        options: { type: 'better-sqlite3', database },
        url: `sqlite:${database}`,
        drop: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}

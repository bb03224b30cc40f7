import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import type { TestDatabase } from '../../../support/databases.js';

/** An empty data folder and database, which outlive the processes of the sample app that are started on them. */
export interface SampleHome {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** For a second connection to the sample's database. */
  readonly database: DataSourceOptions;
  drop(): Promise<void>;
}

export async function sampleHome(db: TestDatabase): Promise<SampleHome> {
  const folder = await mkdtemp(join(tmpdir(), 'ntq_sample_'));
  const fresh = await db.create();
  const { options, url } = fresh;
  const onSqlite = db.name === 'sqlite';
  const env = { PORT: '0', SAMPLE_DATA_DIR: folder, ...(!onSqlite && { DATABASE_URL: url.replace(/^\w+/, options.type) }) };
  return {
    folder,
    env,
    database: onSqlite ? { type: 'better-sqlite3', database: join(folder, 'invoicing.sqlite') } : options,
    drop: async () => {
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

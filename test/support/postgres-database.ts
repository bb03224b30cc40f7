import { Client } from 'pg';
import { databaseName, withDatabase } from './database-name.js';
import type { TestDatabase } from './databases.js';

export function postgresDatabase(server: { url: string }): TestDatabase {
  return {
    name: 'postgres',
    async create() {
      const name = databaseName();
      const url = withDatabase(server.url, name);
      await postgresQuery(server.url, `CREATE DATABASE ${name}`);
      return { options: { type: 'postgres', url }, url, drop: () => postgresQuery(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
    },
  };
}

/** One statement on a connection of its own. */
export async function postgresQuery(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

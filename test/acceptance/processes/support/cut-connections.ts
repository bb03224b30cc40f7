import { Client } from 'pg';
import type { FreshDatabase } from '../../../support/databases.js';
import { mysqlQuery } from '../../../support/mysql-database.js';

/** Ends all connections to a test's own database from the server's side; how many. */
export async function cutConnections({ options, url }: FreshDatabase): Promise<number> {
  return options.type === 'postgres' ? cutOnPostgres(url) : cutOnMysql(url);
}

async function cutOnPostgres(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return Number(rowCount);
}

async function cutOnMysql(url: string): Promise<number> {
  const found = await mysqlQuery(url, 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()');
  await Promise.all(found.map(({ id }) => mysqlQuery(url, `KILL ${id}`)));
  return found.length;
}

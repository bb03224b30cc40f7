import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { databaseName, withDatabase } from './database-name.js';
import type { TestDatabase } from './databases.js';

export function mysqlDatabase(server: { url: string; type: 'mariadb' | 'mysql' }): TestDatabase {
  return {
    name: 'mariadb',
    async create() {
      const name = databaseName();
      const url = withDatabase(server.url, name);
      await mysqlQuery(server.url, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      return { options: { type: server.type, url }, url, drop: () => dropDatabase(server.url, name) };
    },
  };
}

/** One statement on a connection of its own. */
export async function mysqlQuery(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ uri: url, connectTimeout: 5_000 });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await mysqlQuery(url, `DROP DATABASE IF EXISTS ${name}`);
}

import { afterAll, beforeAll, describe } from '@jest/globals';
import type { DataSourceOptions } from 'typeorm';
import { databaseServers } from './database-servers.js';
import { watchForLeaks, type LeakWatch } from './leaks.js';
import { mysqlDatabase } from './mysql-database.js';
import { postgresDatabase } from './postgres-database.js';
import { sqliteDatabase } from './sqlite-database.js';

/** An empty database of one test. `options` and `url` are plain JSON, so that both can be handed to a child process. */
export interface FreshDatabase {
  readonly options: DataSourceOptions;
  readonly url: string;
  drop(): Promise<void>;
}

export interface TestDatabase {
  readonly name: 'sqlite' | 'postgres' | 'mariadb';
  create(): Promise<FreshDatabase>;
}

/** The databases that answer on this machine; in CI global setup has refused to go on without all three. */
export function availableDatabases(): TestDatabase[] {
  const { postgres, mariadb } = databaseServers();
  return [sqliteDatabase(), ...(postgres ? [postgresDatabase(postgres)] : []), ...(mariadb ? [mysqlDatabase(mariadb)] : [])];
}

/** Declares the tests once for each available database, and fails the group if it leaves a timer or a socket open. */
export function eachDatabase(define: (db: TestDatabase) => void): void {
  describe.each(availableDatabases().map((db) => ({ database: db.name, db })))('on $database', ({ db }) => {
    let leaks: LeakWatch;
    beforeAll(() => {
      leaks = watchForLeaks();
    });
    define(db);
    afterAll(() => leaks.check());
  });
}

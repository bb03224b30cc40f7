import 'reflect-metadata';
import { afterEach } from '@jest/globals';
import { Module, type INestApplicationContext, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FreshDatabase, TestDatabase } from '../../support/databases.js';
import { startQueueApp, type QueueApp, type QueueAppOptions } from '../../support/queue-app.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { sqliteDatabase } from '../../support/sqlite-database.js';

/** Options of a TypeOrmModule on a database in memory that makes its tables itself. */
export const MEMORY = { type: 'better-sqlite3', database: ':memory:', autoLoadEntities: true, synchronize: true, retryAttempts: 0 } as const;

export interface BootedApp {
  readonly app: INestApplicationContext;
  readonly logger: RecordingLogger;
}

/** Starts apps of a module that the test describes, and closes them after each test. */
export function appStarter(): (metadata: ModuleMetadata) => Promise<BootedApp> {
  const apps: INestApplicationContext[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  return async (metadata) => {
    class AppModule {}
    Module(metadata)(AppModule);
    const logger = new RecordingLogger();
    const app = await NestFactory.createApplicationContext(AppModule, { logger, abortOnError: false });
    apps.push(app);
    return { app, logger };
  };
}

export type StartQueue = (options?: Partial<QueueAppOptions>) => Promise<QueueApp>;

/** Starts queues on a database of each test's own, and closes them after it. */
export function queueStarter(db: TestDatabase = sqliteDatabase()): StartQueue {
  const queues: QueueApp[] = [];
  let fresh: FreshDatabase | undefined;
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
    await fresh?.drop();
    fresh = undefined;
  });
  return async (options = {}) => {
    fresh ??= await db.create();
    const queue = await startQueueApp({ ...options, database: { ...fresh.options, ...options.database } as QueueAppOptions['database'] });
    queues.push(queue);
    return queue;
  };
}

// A Nest application with the queue on a database of the benchmark: only the public API is used, set-up aside.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobHandler, JobService, QueueModule, queueEntities, queueMigrations } from 'nestjs-typeorm-queue';
import { DataSource } from 'typeorm';

const POOL_OVER_CONCURRENCY = 5;

/** Creates the tables of the queue. */
export async function migrate(database) {
  const dataSource = new DataSource({ ...database.options(2), entities: queueEntities, migrations: queueMigrations });
  await dataSource.initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
}

/** Starts an app with one handler, of the type `bench`, that calls `handle` with the payload. */
export async function startQueueApp(database, { queue, handle }) {
  class BenchHandler {
    handle(payload) {
      return handle?.(payload);
    }
  }
  JobHandler('bench', { maxRetries: 3 })(BenchHandler);
  const poolSize = Math.max(10, (queue.worker.concurrency ?? 0) + POOL_OVER_CONCURRENCY);
  class BenchModule {}
  Module({
    imports: [
      TypeOrmModule.forRoot({ ...database.options(poolSize), entities: queueEntities, retryAttempts: 0 }),
      ScheduleModule.forRoot(),
      QueueModule.forRoot(queue),
    ],
    providers: [BenchHandler],
  })(BenchModule);
  const app = await NestFactory.createApplicationContext(BenchModule, { logger: ['error'], abortOnError: false });
  return { close: () => app.close(), jobs: app.get(JobService) };
}

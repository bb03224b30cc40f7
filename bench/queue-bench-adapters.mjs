// Adapters of this package for a side-by-side benchmark of job queues: only the public API is used, set-up and counting aside.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobHandler, JobService, QueueModule, queueEntities, queueMigrations } from 'nestjs-typeorm-queue';
import { DataSource } from 'typeorm';
import { mariadb, postgres, sqlite } from './databases.mjs';

const POOL_OVER_CONCURRENCY = 5;

function make(database, { worker = {} } = {}) {
  const apps = [];

  async function start(options) {
    class BenchHandler {
      handle(payload) {
        return options.onStart?.(payload);
      }
    }
    JobHandler('bench', { maxRetries: 3 })(BenchHandler);
    class BenchModule {}
    const poolSize = Math.max(10, (options.worker.concurrency ?? 0) + POOL_OVER_CONCURRENCY);
    Module({
      imports: [
        TypeOrmModule.forRoot({ ...database.options(poolSize), entities: queueEntities }),
        ScheduleModule.forRoot(),
        QueueModule.forRoot({ worker: options.worker }),
      ],
      providers: [BenchHandler],
    })(BenchModule);
    const app = await NestFactory.createApplicationContext(BenchModule, { logger: ['error'] });
    apps.push(app);
    return app.get(JobService);
  }

  let jobs;
  return {
    async setup() {
      await database.recreate();
      const dataSource = await new DataSource({ ...database.options(2), entities: queueEntities, migrations: queueMigrations }).initialize();
      await dataSource.runMigrations();
      await dataSource.destroy();
    },
    async connect() {
      jobs = await start({ worker: false });
    },
    enqueue: (payload) => jobs.enqueue('bench', payload),
    enqueueMany: (payloads) => jobs.enqueueMany(payloads.map((payload) => ({ type: 'bench', payload }))),
    async startWorker(concurrency, onStart) {
      await start({ worker: { concurrency, ...worker }, onStart });
    },
    async stop() {
      for (const app of apps.splice(0).toReversed()) await app.close();
    },
    teardown: () => database.recreate(),
    remaining: () => database.count("SELECT COUNT(*) AS n FROM jobs WHERE status NOT IN ('completed', 'failed', 'cancelled')"),
    finishAll: () => database.execute("UPDATE jobs SET status = 'completed', claim_rank = NULL, finished_at = run_at WHERE status = 'pending'"),
    keepsHistory: true,
  };
}

const adapter = (name, kind, settings, database, options) => ({
  name,
  kind,
  settings,
  db: `bench_${name.replaceAll('-', '_')}`,
  make: () => make(database, options),
});

export default [
  adapter('ours-pg', 'pg', 'defaults, finished jobs are kept', postgres('bench_ours_pg')),
  adapter('ours-sqlite', 'sqlite', 'WAL, synchronous=NORMAL, finished jobs are kept', sqlite('ours-normal', 'NORMAL')),
  adapter('ours-sqlite-full', 'sqlite', 'WAL, synchronous=FULL, finished jobs are kept', sqlite('ours-full', 'FULL')),
  adapter('ours-mariadb', 'mariadb', 'defaults, finished jobs are kept', mariadb('bench_ours')),
];

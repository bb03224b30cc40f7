import 'reflect-metadata';
import { Module, type DynamicModule, type INestApplicationContext, type LoggerService, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { JobService, QueueModule, queueMigrations, StuckJobSweeper, Worker, type QueueModuleOptions } from '../../lib/index.js';
import { RecordingLogger } from './recording-logger.js';

export interface QueueAppOptions {
  /** Options of the DataSource; the queue's entities and migrations are added. */
  readonly database: DataSourceOptions;
  readonly handlers?: readonly Provider[];
  readonly queue?: QueueModuleOptions;
  readonly imports?: NonNullable<DynamicModule['imports']>;
  readonly logger?: LoggerService;
  /** Over what TypeOrmModule is given here: migrations run, without its retries. */
  readonly typeorm?: Partial<TypeOrmModuleOptions>;
}

/** A Nest application with the queue, as a test uses it. */
export interface QueueApp {
  readonly app: INestApplicationContext;
  readonly jobs: JobService;
  readonly dataSource: DataSource;
  /** Drives the worker by hand; null where the options turn it off. */
  readonly worker: Worker | null;
  readonly sweeper: StuckJobSweeper;
  readonly logger: RecordingLogger;
  close(): Promise<void>;
}

/** A worker whose timers never fire in a test: only its own enqueues and `runOnce()` make it claim; those of others with `wakeUp: true`. */
export const BY_HAND = { pollInterval: '1h', sweepInterval: '1h' } as const;

export async function startQueueApp({ database, handlers = [], queue = {}, imports = [], logger, typeorm = {} }: QueueAppOptions): Promise<QueueApp> {
  class AppModule {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        autoLoadEntities: true,
        migrations: queueMigrations,
        migrationsRun: true,
        retryAttempts: 0,
        ...typeorm,
      } as TypeOrmModuleOptions),
      ScheduleModule.forRoot(),
      QueueModule.forRoot({ ...(isByHand(queue) ? { wakeUp: false } : {}), ...queue }),
      ...imports,
    ],
    providers: [...handlers],
  })(AppModule);
  const recording = new RecordingLogger();
  const app = await NestFactory.createApplicationContext(AppModule, { logger: logger ?? recording, abortOnError: false });
  return {
    app,
    jobs: app.get(JobService),
    dataSource: app.get(DataSource),
    worker: app.get<Worker | null>(Worker, { strict: false }),
    sweeper: app.get(StuckJobSweeper, { strict: false }),
    logger: recording,
    close: () => app.close(),
  };
}

function isByHand({ worker }: QueueModuleOptions): boolean {
  return typeof worker === 'object' && worker.pollInterval === BY_HAND.pollInterval;
}

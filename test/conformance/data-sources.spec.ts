import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { describe, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { getJobServiceToken, JobHandler, JobService, QueueModule, queueMigrations } from '../../lib/index.js';
import { eachDatabase } from '../support/databases.js';
import { BY_HAND } from '../support/queue-app.js';
import { RecordingLogger } from '../support/recording-logger.js';

const ran: string[] = [];
const done = { resolve: (): void => undefined };

@JobHandler('main-job')
class MainHandler {
  handle(): void {
    ran.push('main');
    if (ran.length === 2) done.resolve();
  }
}

@JobHandler('other-job', { module: 'other' })
class OtherHandler {
  handle(): void {
    ran.push('other');
    if (ran.length === 2) done.resolve();
  }
}

function typeOrm(options: DataSourceOptions, name?: string): DynamicModule {
  const all = { ...options, autoLoadEntities: true, migrations: queueMigrations, migrationsRun: true, retryAttempts: 0 };
  return TypeOrmModule.forRoot(name === undefined ? all : { ...all, name });
}

describe('R7.2 two DataSources in one app', () => {
  eachDatabase((db) => {
    it('each has a queue of its own: jobs, workers and managers do not mix', async () => {
      const [one, two] = [await db.create(), await db.create()];
      class AppModule {}
      Module({
        imports: [
          typeOrm(one.options),
          typeOrm(two.options, 'second'),
          ScheduleModule.forRoot(),
          QueueModule.forRoot({ worker: BY_HAND }),
          QueueModule.forRoot({ name: 'other', dataSource: 'second', worker: BY_HAND }),
        ],
        providers: [MainHandler, OtherHandler],
      })(AppModule);
      ran.length = 0;
      const both = new Promise<void>((resolve) => (done.resolve = resolve));
      const app = await NestFactory.createApplicationContext(AppModule, { logger: new RecordingLogger(), abortOnError: false });
      const [main, other] = [app.get(JobService), app.get<JobService>(getJobServiceToken('other'))];
      const first = await main.enqueue('main-job');
      const second = await other.enqueue('other-job');
      await both;
      expect(ran.toSorted()).toEqual(['main', 'other']);
      expect([await main.find(second.job.id), await other.find(first.job.id)]).toEqual([null, null]);
      expect((await main.enqueue('other-job')).job.status).toBe('pending');
      const dataSource = app.get<DataSource>(getDataSourceToken('second'));
      await dataSource.transaction(async (manager) => {
        await expect(main.enqueue('main-job', {}, { manager })).rejects.toMatchObject({ code: 'MANAGER_FOREIGN' });
        await other.enqueue('nobody-handles-this', {}, { manager });
      });
      expect((await other.list({ type: 'nobody-handles-this' })).jobs).toHaveLength(1);
      await app.close();
      await Promise.all([one.drop(), two.drop()]);
    });
  });
});

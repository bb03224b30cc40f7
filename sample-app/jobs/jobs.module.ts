import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { QueueModule } from 'nestjs-typeorm-queue';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { JobsController } from './jobs.controller.js';
import { QueueErrorFilter } from './queue-error.filter.js';

@Module({
  imports: [
    QueueModule.forRootAsync({
      inject: [SETTINGS],
      useFactory: ({ lease, sweepInterval }: Settings) => ({ worker: { concurrency: 5, lease, sweepInterval } }),
    }),
  ],
  providers: [{ provide: APP_FILTER, useClass: QueueErrorFilter }],
  controllers: [JobsController],
})
export class JobsModule {}

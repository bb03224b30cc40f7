import { afterEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Scope, type Provider } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobHandler, JobService, QueueModule, Worker, type JobContext } from '../../../lib/index.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { BY_HAND } from '../../support/queue-app.js';
import { MEMORY } from '../support/apps.js';

@JobHandler('mailing', { maxRetries: 0 })
class MailHandler {
  handle(): string {
    throw new Error('sends real mails');
  }
}

@JobHandler('scoped', { maxRetries: 0 })
class ScopedHandler {
  constructor(@Inject(REQUEST) readonly job: JobContext) {}

  handle(): string {
    throw new Error(`sends real mails for ${this.job.id}`);
  }
}

@Injectable()
class Plain {
  handle(): string {
    return 'double';
  }
}

class Extended extends MailHandler {
  override handle(): string {
    return 'double';
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedDouble {
  constructor(@Inject(REQUEST) readonly job: JobContext) {}

  handle(_payload: unknown, job: JobContext): string {
    return this.job === job ? 'double' : 'of another job';
  }
}

type Override = ReturnType<TestingModuleBuilder['overrideProvider']>;
const DOUBLES: [string, (override: Override) => TestingModuleBuilder][] = [
  ['useValue', (override) => override.useValue({ handle: () => 'double' })],
  ['useClass', (override) => override.useClass(Plain)],
  ['useClass, a subclass', (override) => override.useClass(Extended)],
  ['useClass, request-scoped', (override) => override.useClass(ScopedDouble)],
  ['useFactory', (override) => override.useFactory({ factory: () => new Plain() })],
];
const REAL: [string, Provider][] = [
  ['mailing', MailHandler],
  ['scoped', ScopedHandler],
];
const CASES = REAL.flatMap(([type, handler]) => DOUBLES.map(([kind, give]) => ({ type, handler, kind, give })));

describe('overrideProvider(HandlerClass): the double runs in place of the class', () => {
  let testing: TestingModule | undefined;
  afterEach(() => testing?.close());

  async function boot(providers: Provider[], override: (builder: TestingModuleBuilder) => TestingModuleBuilder) {
    const imports = [TypeOrmModule.forRoot(MEMORY), ScheduleModule.forRoot(), QueueModule.forRoot({ worker: BY_HAND })];
    testing = await override(Test.createTestingModule({ imports, providers }).setLogger(new RecordingLogger())).compile();
    return testing.init();
  }

  it.each(CASES)('type $type, given with $kind', async ({ type, handler, give }) => {
    const app = await boot([handler], (builder) => give(builder.overrideProvider(handler)));
    const { job } = await app.get(JobService).enqueue(type);
    await app.get(Worker, { strict: false }).runOnce();
    expect(await app.get(JobService).find(job.id)).toMatchObject({ status: 'completed', result: 'double', maxRetries: 0 });
  });

  it('a double without `handle` where the class has one fails the attempt, not the app', async () => {
    const app = await boot([MailHandler], (builder) => builder.overrideProvider(MailHandler).useValue({}));
    const { job } = await app.get(JobService).enqueue('mailing');
    await app.get(Worker, { strict: false }).runOnce();
    expect(await app.get(JobService).find(job.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('handle') });
  });
});

import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobHandler, JobService, QueueModule, Worker } from '../../../lib/index.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { BY_HAND } from '../../support/queue-app.js';
import { MEMORY, queueStarter } from '../support/apps.js';

const queue = { worker: BY_HAND };

function moduleOf(...providers: (new () => object)[]) {
  class FeatureModule {}
  Module({ providers })(FeatureModule);
  return FeatureModule;
}

describe('Handlers that cannot be told apart or used', () => {
  const start = queueStarter();

  it('A-WI-3: one class in two modules is one handler', async () => {
    const seen: unknown[] = [];
    @JobHandler('shared')
    class SharedHandler {
      handle(payload: unknown): void {
        seen.push(payload);
      }
    }
    const app = await start({ imports: [moduleOf(SharedHandler), moduleOf(SharedHandler)], queue });
    await app.jobs.enqueue('shared', 1);
    await app.worker?.runOnce();
    expect(seen).toEqual([1]);
  });

  it('A-WI-3: two classes for one type stop the app, and the error names both and the type', async () => {
    @JobHandler('mail')
    class FirstHandler {
      handle(): void {}
    }
    @JobHandler('mail')
    class SecondHandler {
      handle(): void {}
    }
    await expect(start({ handlers: [FirstHandler, SecondHandler], queue })).rejects.toMatchObject({
      code: 'HANDLER_DUPLICATE',
      message: expect.stringMatching(/"mail".*FirstHandler.*SecondHandler/),
    });
  });

  it('a class without `handle` stops the app, and the error names it', async () => {
    @JobHandler('nothing')
    class EmptyHandler {}
    await expect(start({ handlers: [EmptyHandler], queue })).rejects.toMatchObject({ code: 'HANDLER_INVALID', handler: 'EmptyHandler' });
  });

  it.each(['', ' mail', 'x'.repeat(129)])('a type that is no name (%p) stops the app, and the error names the class', async (type) => {
    @JobHandler(type)
    class BadTypeHandler {
      handle(): void {}
    }
    await expect(start({ handlers: [BadTypeHandler], queue })).rejects.toMatchObject({ code: 'HANDLER_INVALID', handler: 'BadTypeHandler' });
  });

  it('A-BE-1: a decorated class that is no provider is warned of once, by name, and its jobs stay pending', async () => {
    @JobHandler('forgotten')
    class ForgottenHandler {
      handle(): void {}
    }
    const app = await start({ queue });
    expect(app.logger.texts('warn').filter((text) => text.includes(ForgottenHandler.name))).toHaveLength(1);
    const { job } = await app.jobs.enqueue('forgotten');
    expect(await app.worker?.runOnce()).toBe(0);
    expect(await app.jobs.find(job.id)).toEqual(job);
  });

  it('a handler for a QueueModule that the app does not import stops the app, naming both', async () => {
    @JobHandler('astray', { module: 'nowhere' })
    class AstrayHandler {
      handle(): void {}
    }
    const started = start({ handlers: [AstrayHandler], queue });
    await expect(started).rejects.toMatchObject({ code: 'HANDLER_INVALID', handler: 'AstrayHandler', message: expect.stringContaining('"nowhere"') });
  });

  it('A-BE-1: a process that runs no jobs says nothing of handlers that others run', async () => {
    @JobHandler('elsewhere')
    class ElsewhereHandler {
      handle(): void {}
    }
    const app = await start({ queue: { worker: false } });
    expect(app.logger.texts('warn').filter((text) => text.includes(ElsewhereHandler.name))).toEqual([]);
  });
});

describe('A handler that a test overrides', () => {
  @JobHandler('mailing', { maxRetries: 9 })
  class MailHandler {
    handle(): string {
      throw new Error('sends real mails');
    }
  }

  it('is the double, under the type and options of the class', async () => {
    const imports = [TypeOrmModule.forRoot(MEMORY), ScheduleModule.forRoot(), QueueModule.forRoot(queue)];
    const builder = Test.createTestingModule({ imports, providers: [MailHandler] });
    const testing = await builder
      .overrideProvider(MailHandler)
      .useValue({ handle: () => 'double' })
      .compile();
    testing.useLogger(new RecordingLogger());
    const app = await testing.init();
    const { job } = await app.get(JobService).enqueue(MailHandler, undefined as never);
    await app.get(Worker, { strict: false }).runOnce();
    expect(await app.get(JobService).find(job.id)).toMatchObject({ status: 'completed', result: 'double', maxRetries: 9 });
    await app.close();
  });
});

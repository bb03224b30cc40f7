import { describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InjectJobService, JobService, QueueModule, Worker, type QueueModuleOptions, type QueueOptionsFactory } from '../../../lib/index.js';
import { eventually } from '../../support/eventually.js';
import { appStarter, MEMORY } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const LIMIT = 'payload-limit';

@Module({ providers: [{ provide: LIMIT, useValue: 10 }], exports: [LIMIT] })
class ConfigModule {}

@Injectable()
class Options implements QueueOptionsFactory {
  createQueueOptions(): QueueModuleOptions {
    return { payloadLimit: 10 };
  }
}

@Module({ providers: [Options], exports: [Options] })
class OptionsModule {}

@Injectable()
class Producer {
  constructor(@Inject(JobService) readonly jobs: JobService) {}
}

@Module({ providers: [Producer] })
class FeatureModule {}

const base = () => [TypeOrmModule.forRoot(MEMORY), ScheduleModule.forRoot()];

const ASYNC: [string, () => ReturnType<typeof QueueModule.forRootAsync>][] = [
  [
    'useFactory with imports and inject',
    () => QueueModule.forRootAsync({ imports: [ConfigModule], inject: [LIMIT], useFactory: (payloadLimit: number) => ({ payloadLimit }) }),
  ],
  ['useFactory that is async', () => QueueModule.forRootAsync({ useFactory: async () => Promise.resolve({ payloadLimit: 10 }) })],
  ['useClass', () => QueueModule.forRootAsync({ useClass: Options })],
  ['useExisting', () => QueueModule.forRootAsync({ imports: [OptionsModule], useExisting: Options })],
];

describe('QueueModule', () => {
  const start = appStarter();

  it('R7: forRoot() without options gives a JobService and a worker', async () => {
    const { app } = await start({ imports: [...base(), QueueModule.forRoot()] });
    expect(await app.get(JobService).enqueue('any', { n: 1 })).toMatchObject({ created: true, job: { type: 'any', status: 'pending' } });
    expect(app.get(Worker, { strict: false })).toBeInstanceOf(Worker);
  });

  it.each(ASYNC)('R7: forRootAsync takes its options from %s', async (_kind, queue) => {
    const { app } = await start({ imports: [...base(), queue()] });
    await expect(app.get(JobService).enqueue('any', 'longer than ten bytes')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(await app.get(JobService).enqueue('any', 'short')).toMatchObject({ created: true });
  });

  it('is global by default, so that feature modules inject JobService without an import', async () => {
    const { app } = await start({ imports: [...base(), QueueModule.forRoot(), FeatureModule] });
    expect(app.get(Producer).jobs).toBe(app.get(JobService));
  });

  it.each([
    ['forRoot', () => QueueModule.forRoot({ isGlobal: false })],
    ['forRootAsync', () => QueueModule.forRootAsync({ isGlobal: false, useFactory: () => ({}) })],
  ])('is not global with isGlobal: false in %s', async (_method, queue) => {
    await expect(start({ imports: [...base(), queue(), FeatureModule] })).rejects.toThrow(/Producer/);
    const { app } = await start({ imports: [...base(), queue()], providers: [Producer] });
    expect(app.get(Producer).jobs).toBeInstanceOf(JobService);
  });

  it('runs no jobs with worker: false, but enqueues them', async () => {
    const seen: unknown[] = [];
    const { app } = await start({
      imports: [...base(), QueueModule.forRoot({ worker: false })],
      providers: [handlerOf('idle', (n) => seen.push(n))],
    });
    const { job } = await app.get(JobService).enqueue('idle', 1);
    expect(app.get<Worker | null>(Worker, { strict: false })).toBeNull();
    expect([seen, await app.get(JobService).find(job.id)]).toEqual([[], job]);
  });
});

describe('named QueueModules', () => {
  const start = appStarter();

  @Injectable()
  class Both {
    constructor(
      @InjectJobService() readonly unnamed: JobService,
      @InjectJobService('reports') readonly reports: JobService,
    ) {}
  }

  it('have a service each, injected with @InjectJobService(name), on a DataSource each', async () => {
    const reports = { ...MEMORY, name: 'reports-database' };
    const { app } = await start({
      imports: [...base(), TypeOrmModule.forRoot(reports), QueueModule.forRoot(), QueueModule.forRoot({ name: 'reports', dataSource: reports.name })],
      providers: [Both],
    });
    const both = app.get(Both);
    const { job } = await both.reports.enqueue('monthly');
    expect([await both.unnamed.find(job.id), await both.reports.find(job.id)]).toEqual([null, job]);
  });

  it('run the handlers that name them, each its own', async () => {
    const seen: string[] = [];
    const both = [handlerOf('same', () => seen.push('unnamed')), handlerOf('same', () => seen.push('reports'), { module: 'reports' })];
    const named = { ...MEMORY, name: 'reports-handlers' };
    const { app } = await start({
      imports: [...base(), TypeOrmModule.forRoot(named), QueueModule.forRoot(), QueueModule.forRoot({ name: 'reports', dataSource: named.name })],
      providers: [Both, ...both],
    });
    await app.get(Both).reports.enqueue('same');
    await eventually('the job ran', () => seen.length > 0);
    expect(seen).toEqual(['reports']);
  });

  it.each([
    ['without a name', [QueueModule.forRoot(), QueueModule.forRootAsync({ useFactory: () => ({}) })], 'default'],
    ['under one name', [QueueModule.forRoot({ name: 'twice' }), QueueModule.forRoot({ name: 'twice', payloadLimit: 5 })], 'twice'],
  ])('a second one %s is refused', async (_case, queues, moduleName) => {
    await expect(start({ imports: [...base(), ...queues] })).rejects.toMatchObject({ code: 'MODULE_DUPLICATE', moduleName });
  });
});

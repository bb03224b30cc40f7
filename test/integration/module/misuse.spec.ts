import { describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { JobService, queueEntities, QueueModule, type QueueModuleOptions } from '../../../lib/index.js';
import { appStarter, MEMORY } from '../support/apps.js';

const TABLES = ['jobs', 'job_history', 'job_queues'];
const base = () => [TypeOrmModule.forRoot(MEMORY), ScheduleModule.forRoot()];

@Injectable()
class Producer {
  constructor(@Inject(JobService) readonly jobs: JobService) {}
}

/** A feature module that imports this and has a Producer. */
function featureWith(queue: DynamicModule) {
  class FeatureModule {}
  Module({ imports: [queue], providers: [Producer] })(FeatureModule);
  return FeatureModule;
}

describe('what is said in the wrong place or misspelt is refused, naming it', () => {
  const start = appStarter();

  it.each([
    ['isGlobl', false],
    ['nmae', 'reports'],
    ['datasource', 'jobs'],
  ])('forRoot({ %s: %p })', async (option, value) => {
    const queue = QueueModule.forRoot({ [option]: value });
    await expect(start({ imports: [...base(), queue] })).rejects.toMatchObject({ code: 'OPTION_INVALID', option, value });
  });

  it.each([
    ['name', 'reports'],
    ['isGlobal', false],
  ])('%s from the factory, which Nest must know before', async (option, value) => {
    const queue = QueueModule.forRootAsync({ useFactory: () => ({ [option]: value }) });
    await expect(start({ imports: [...base(), queue] })).rejects.toMatchObject({ code: 'OPTION_INVALID', option, value });
  });

  it.each([null, 'text', 5])('options that are no object, from the factory: %p', async (value) => {
    const queue = QueueModule.forRootAsync({ useFactory: () => value as unknown as QueueModuleOptions });
    await expect(start({ imports: [...base(), queue] })).rejects.toMatchObject({ code: 'OPTION_INVALID', value });
  });
});

describe('one QueueModule in several modules', () => {
  const start = appStarter();

  it('is one where it is the same import', async () => {
    const queue = QueueModule.forRoot({ isGlobal: false });
    const [first, second] = [featureWith(queue), featureWith(queue)];
    const { app } = await start({ imports: [...base(), first, second] });
    expect(app.select(first).get(Producer).jobs).toBe(app.select(second).get(Producer).jobs);
  });

  it('is refused where a feature module makes a second one', async () => {
    const [first, second] = [QueueModule.forRoot({ isGlobal: false }), QueueModule.forRoot({ isGlobal: false })];
    const refused = { code: 'MODULE_DUPLICATE', moduleName: 'default', message: expect.stringContaining('name') };
    await expect(start({ imports: [...base(), first, featureWith(second)] })).rejects.toMatchObject(refused);
  });
});

describe('a DataSource that is half ready stops the app, and the error says what to do', () => {
  const start = appStarter();

  it.each(queueEntities.map((entity, index) => [entity.name, index] as const))('without the entity %s', async (name, index) => {
    const entities = queueEntities.filter((_entity, other) => other !== index);
    const database = TypeOrmModule.forRoot({ ...MEMORY, name: `half-${name}`, autoLoadEntities: false, entities });
    await expect(start({ imports: [ScheduleModule.forRoot(), database, QueueModule.forRoot({ dataSource: `half-${name}` })] })).rejects.toMatchObject(
      {
        code: 'SCHEMA_MISSING',
        message: expect.stringMatching(/queueEntities/),
      },
    );
  });

  it.each(TABLES)('without the table %s', async (missing) => {
    const prepareDatabase = (db: { exec(text: string): void }) => {
      for (const table of TABLES) if (table !== missing) db.exec(`CREATE TABLE ${table} (id TEXT)`);
    };
    const database = TypeOrmModule.forRoot({ ...MEMORY, name: `without-${missing}`, synchronize: false, prepareDatabase });
    await expect(
      start({ imports: [ScheduleModule.forRoot(), database, QueueModule.forRoot({ dataSource: `without-${missing}` })] }),
    ).rejects.toMatchObject({
      code: 'SCHEMA_MISSING',
      message: expect.stringMatching(new RegExp(`"${missing}".*queueMigrations.*synchronize`)),
    });
  });
});

describe('dataSource beside the factory', () => {
  const start = appStarter();

  it('goes over the one that the factory gives', async () => {
    const queue = QueueModule.forRootAsync({ dataSource: 'said-beside', useFactory: () => ({ dataSource: 'said-by-factory' }) });
    const databases = ['said-beside', 'said-by-factory'].map((name) => TypeOrmModule.forRoot({ ...MEMORY, name }));
    const { app } = await start({ imports: [ScheduleModule.forRoot(), ...databases, queue] });
    await app.get(JobService).enqueue('any');
    expect(await app.get<DataSource>(getDataSourceToken('said-beside')).query('SELECT type FROM jobs')).toEqual([{ type: 'any' }]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { ScheduleModule } from '@nestjs/schedule';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { JobService, queueEntities, QueueModule } from '../../../lib/index.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { appStarter, MEMORY } from '../support/apps.js';

const named = (name: string, options: object = {}) => TypeOrmModule.forRoot({ ...MEMORY, name, ...options });

/** @nestjs/typeorm remembers entities by name for the whole process, so each test has names of its own. */
describe('A-BE-3: two DataSources, neither the default one', () => {
  const start = appStarter();
  const boot = async (name: string, queue: ReturnType<typeof QueueModule.forRootAsync>, options: object = {}) => {
    const other = named(`${name}-other`);
    const { app } = await start({ imports: [ScheduleModule.forRoot(), other, named(name, options), queue] });
    await app.get(JobService).enqueue('any');
    return app.get<DataSource>(getDataSourceToken(name)).getRepository(JobEntity).count();
  };

  it('forRoot({ dataSource }) selects one', async () => {
    expect(await boot('by-root', QueueModule.forRoot({ dataSource: 'by-root' }))).toBe(1);
  });

  it('forRootAsync({ dataSource }) selects one beside the factory', async () => {
    expect(await boot('beside', QueueModule.forRootAsync({ dataSource: 'beside', useFactory: () => ({}) }))).toBe(1);
  });

  it('the options that the factory gives select one that lists the entities itself', async () => {
    const queue = QueueModule.forRootAsync({ useFactory: () => ({ dataSource: 'by-factory' }) });
    expect(await boot('by-factory', queue, { autoLoadEntities: false, entities: queueEntities })).toBe(1);
  });

  it.each([
    ['forRoot', () => QueueModule.forRoot({ dataSource: 'jbos' })],
    ['forRootAsync, beside the factory', () => QueueModule.forRootAsync({ dataSource: 'jbos', useFactory: () => ({}) })],
    ['forRootAsync, from the factory', () => QueueModule.forRootAsync({ useFactory: () => ({ dataSource: 'jbos' }) })],
  ])('an unknown name in %s stops the app, and the error has that name', async (_way, queue) => {
    await expect(boot('jobs', queue())).rejects.toMatchObject({ code: 'DATA_SOURCE_UNKNOWN', message: expect.stringContaining('"jbos"') });
  });

  it('no name asks for the default one, and the error says so', async () => {
    await expect(boot('only-named', QueueModule.forRoot())).rejects.toMatchObject({ dataSource: 'default' });
  });
});

describe('a DataSource that is not ready for the queue stops the app', () => {
  const start = appStarter();

  it('without the entities, saying what to add', async () => {
    const options = { dataSource: 'bare' };
    const imports = [ScheduleModule.forRoot(), named('bare', { autoLoadEntities: false }), QueueModule.forRoot(options)];
    await expect(start({ imports })).rejects.toMatchObject({
      code: 'SCHEMA_MISSING',
      message: expect.stringMatching(/"bare".*autoLoadEntities.*queueEntities/),
    });
  });

  it('without the tables, saying what to run', async () => {
    const imports = [ScheduleModule.forRoot(), named('empty', { synchronize: false }), QueueModule.forRoot({ dataSource: 'empty' })];
    await expect(start({ imports })).rejects.toMatchObject({ code: 'SCHEMA_MISSING', message: expect.stringMatching(/jobs.*queueMigrations/) });
  });

  it('A-BE-2: on a server that is too old, naming its version and the needed one', async () => {
    const prepareDatabase = (db: { function(name: string, answer: () => string): void }) => db.function('sqlite_version', () => '3.41.2');
    const imports = [ScheduleModule.forRoot(), named('old', { prepareDatabase }), QueueModule.forRoot({ dataSource: 'old' })];
    await expect(start({ imports })).rejects.toMatchObject({ code: 'DATABASE_UNSUPPORTED', message: expect.stringMatching(/3\.41\.2.*3\.42/) });
  });
});

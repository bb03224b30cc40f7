import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { getJobServiceToken, JobService, QueueModule, type QueueModuleOptions } from '../../../lib/index.js';
import { appStarter, MEMORY } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const POLL = 1_000;

type Imports = NonNullable<ModuleMetadata['imports']>;

@Module({ imports: [ScheduleModule.forRoot()] })
class FeatureModule {}

/** Its hook runs after the first shutdown hook of all modules and before those of ScheduleModule. */
@Injectable()
class Observer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  left: string[] = [];

  constructor(@Inject(ModuleRef) private readonly moduleRef: ModuleRef) {}

  /** Where ScheduleModule is there twice, the one that `app.get()` gives. */
  private get registry(): SchedulerRegistry {
    return this.moduleRef.get(SchedulerRegistry, { strict: false });
  }

  onApplicationBootstrap(): void {
    this.registry.addInterval(
      'of-the-app',
      setInterval(() => undefined, POLL),
    );
  }

  beforeApplicationShutdown(): void {
    this.left = this.registry.getIntervals();
  }
}

const queue = (options?: QueueModuleOptions) => [TypeOrmModule.forRoot(MEMORY), QueueModule.forRoot(options)];
const PRESENT: [string, () => Imports][] = [
  ['before QueueModule', () => [ScheduleModule.forRoot(), ...queue()]],
  ['after QueueModule', () => [...queue(), ScheduleModule.forRoot()]],
  ['in a feature module', () => [...queue(), FeatureModule]],
  ['twice', () => [ScheduleModule.forRoot(), ...queue(), FeatureModule]],
  ['with forRootAsync', () => [...queue(), ScheduleModule.forRootAsync({ useFactory: () => ({}) })]],
  ["with the app's own intervals turned off", () => [ScheduleModule.forRoot({ intervals: false }), ...queue()]],
];
const EVERYWHERE: [string, () => Imports][] = [...PRESENT, ['not at all', () => queue()]];
const ABSENT = /does not import ScheduleModule/;

describe('the loops of the queue as timers of the app, with ScheduleModule', () => {
  const start = appStarter();
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it.each(PRESENT)('%s: are in its registry, each once, with no warning', async (_where, imports) => {
    const { app, logger } = await start({ imports: imports() });
    expect(app.get(SchedulerRegistry).getIntervals().sort()).toEqual(['queue:claim', 'queue:sweep']);
    expect(logger.texts('warn').filter((text) => ABSENT.test(text))).toEqual([]);
  });

  it.each(PRESENT)('%s: have left its registry before ScheduleModule clears it at shutdown', async (_where, imports) => {
    const { app } = await start({ imports: imports(), providers: [Observer] });
    await app.close();
    expect(app.get(Observer).left).toEqual(['of-the-app']);
    expect(app.get(SchedulerRegistry).getIntervals()).toEqual([]);
  });

  it.each(EVERYWHERE)('%s: leave no timer behind once the app is closed', async (_where, imports) => {
    const { app } = await start({ imports: imports() });
    expect(jest.getTimerCount()).toBeGreaterThanOrEqual(2);
    await app.close();
    expect(jest.getTimerCount()).toBe(0);
  });

  /** The service of a second queue on the same tables, whose enqueue wakes no worker: only the poll can find its jobs. */
  it.each(EVERYWHERE)('%s: find due jobs at the poll interval', async (_where, imports) => {
    let handler: Type | undefined;
    const ran = new Promise((resolve) => (handler = handlerOf('polled', resolve)));
    const producer = QueueModule.forRoot({ name: 'producer', worker: false });
    const { app } = await start({ imports: [...imports(), producer], providers: [handler as Type] });
    await jest.advanceTimersByTimeAsync(POLL);
    await app.get<JobService>(getJobServiceToken('producer')).enqueue('polled', 'found');
    await jest.advanceTimersByTimeAsync(POLL);
    expect(await ran).toBe('found');
  });

  it('are told to be missing in one warning where it is not imported', async () => {
    const { logger } = await start({ imports: queue() });
    expect(logger.texts('warn').filter((text) => ABSENT.test(text))).toEqual([expect.stringContaining('ScheduleModule.forRoot()')]);
  });

  it('are none in a process that only enqueues, and ScheduleModule is not missed there', async () => {
    const without = await start({ imports: queue({ worker: false }) });
    expect(without.logger.texts('warn')).toEqual([]);
    const { app } = await start({ imports: [ScheduleModule.forRoot(), ...queue({ worker: false })] });
    expect(app.get(SchedulerRegistry).getIntervals()).toEqual([]);
  });
});

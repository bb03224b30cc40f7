import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Module, type ModuleMetadata } from '@nestjs/common';
import { Cron, Interval, ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobService, QueueModule, Worker } from '../../../lib/index.js';
import { appStarter, MEMORY } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

@Injectable()
class Ticker {
  ticks = 0;
  crons = 0;

  @Interval('app-interval', 1_000)
  tick(): void {
    this.ticks++;
  }

  @Cron('* * * * * *', { name: 'app-cron' })
  cron(): void {
    this.crons++;
  }
}

@Module({ imports: [ScheduleModule.forRoot()] })
class FeatureModule {}

const queue = () => [TypeOrmModule.forRoot(MEMORY), QueueModule.forRoot()];
const ARRANGEMENTS: [string, () => NonNullable<ModuleMetadata['imports']>][] = [
  ['before QueueModule', () => [ScheduleModule.forRoot(), ...queue()]],
  ['after QueueModule', () => [...queue(), ScheduleModule.forRoot()]],
  ['in a feature module', () => [...queue(), FeatureModule]],
];
const ABSENT = /does not import ScheduleModule/;

describe('@nestjs/schedule beside the queue', () => {
  const start = appStarter();
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it.each(ARRANGEMENTS)(
    "with ScheduleModule %s the app's own timers fire once a tick, and the queue's are in its registry",
    async (_where, imports) => {
      const { app, logger } = await start({ imports: imports(), providers: [Ticker] });
      const registry = app.get(SchedulerRegistry);
      expect(registry.getIntervals()).toEqual(expect.arrayContaining(['queue:claim', 'queue:sweep', 'app-interval']));
      await jest.advanceTimersByTimeAsync(10_000);
      expect([app.get(Ticker).ticks, app.get(Ticker).crons]).toEqual([10, 10]);
      expect(logger.texts('warn').filter((text) => ABSENT.test(text))).toEqual([]);
    },
  );

  it("the app's own timers fire as often as without the queue where it imports ScheduleModule twice", async () => {
    const run = async (imports: NonNullable<ModuleMetadata['imports']>) => {
      const { app } = await start({ imports, providers: [Ticker] });
      await jest.advanceTimersByTimeAsync(10_000);
      return [app.get(Ticker).ticks, app.get(Ticker).crons];
    };
    const without = await run([ScheduleModule.forRoot(), FeatureModule]);
    expect(await run([ScheduleModule.forRoot(), ...queue(), FeatureModule])).toEqual(without);
  });

  it('a named queue has names of its own for its loops', async () => {
    const imports = [ScheduleModule.forRoot(), TypeOrmModule.forRoot(MEMORY), QueueModule.forRoot(), QueueModule.forRoot({ name: 'reports' })];
    const { app } = await start({ imports });
    const names = app.get(SchedulerRegistry).getIntervals();
    expect(names.sort()).toEqual(['queue:claim', 'queue:reports:claim', 'queue:reports:sweep', 'queue:sweep']);
  });

  it('without ScheduleModule the app starts with one warning, and jobs run', async () => {
    const seen: unknown[] = [];
    const { app, logger } = await start({ imports: queue(), providers: [handlerOf('any', (payload) => seen.push(payload))] });
    expect(logger.texts('warn').filter((text) => ABSENT.test(text))).toHaveLength(1);
    await app.get(JobService).enqueue('any', 1);
    await app.get(Worker, { strict: false }).runOnce();
    expect(seen).toEqual([1]);
  });
});

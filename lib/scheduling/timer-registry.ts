import type { ModuleRef } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';

/** The part of @nestjs/schedule's registry that the queue uses. */
export interface TimerRegistry {
  addInterval(name: string, interval: NodeJS.Timeout): void;
  /** Also clears the interval. */
  deleteInterval(name: string): void;
}

/**
 * The app's SchedulerRegistry, wherever it imports ScheduleModule; else one of our own and a warning. The module is never
 * imported from here: with a second forRoot() the app's own @Interval and @Cron would run twice.
 */
export function findRegistry(moduleRef: ModuleRef, warn: (text: string) => void): TimerRegistry {
  const registry = appRegistry(moduleRef);
  if (!registry)
    warn(
      'The app does not import ScheduleModule.forRoot() of @nestjs/schedule: jobs run, but its SchedulerRegistry does not show the loops of the queue.',
    );
  return tolerant(registry ?? new SchedulerRegistry());
}

function appRegistry(moduleRef: ModuleRef): SchedulerRegistry | null {
  try {
    return moduleRef.get(SchedulerRegistry, { strict: false });
  } catch {
    return null;
  }
}

/** @nestjs/schedule deletes every timer when the app shuts down; deleting one of ours again would throw. */
function tolerant(registry: SchedulerRegistry): TimerRegistry {
  return {
    addInterval: (name, interval) => registry.addInterval(name, interval),
    deleteInterval: (name) => {
      if (registry.doesExist('interval', name)) registry.deleteInterval(name);
    },
  };
}

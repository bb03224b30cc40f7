import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach } from '@jest/globals';

/** Kinds of what keeps a process alive that this library could leave behind. */
const WATCHED = ['Timeout', 'TCPSocketWrap', 'TCPServerWrap', 'FSEventWrap', 'ProcessWrap'] as const;
/** A destroyed connection needs a few turns of the event loop until its socket is gone. */
const SETTLE_MS = 2_000;

export interface LeakWatch {
  /** @throws Error naming each kind of resource of which there are more than when the watch began. */
  check(): Promise<void>;
}

export function watchForLeaks(): LeakWatch {
  const before = activeResources();
  return {
    async check() {
      const deadline = Date.now() + SETTLE_MS;
      while (leaked(before).length > 0 && Date.now() < deadline) await setImmediate();
      const left = leaked(before);
      if (left.length > 0) throw new Error(`Left open: ${left.join(', ')}.`);
    },
  };
}

/** Declares tests of which each must leave nothing open, counted around their own beforeEach and afterEach hooks. */
export function eachWithoutLeaks(define: () => void): void {
  let leaks: LeakWatch;
  beforeEach(() => {
    leaks = watchForLeaks();
  });
  define();
  afterEach(() => leaks.check());
}

function activeResources(): Map<string, number> {
  const active = process.getActiveResourcesInfo();
  return new Map(WATCHED.map((kind) => [kind, active.filter((name) => name === kind).length]));
}

function leaked(before: Map<string, number>): string[] {
  const more = [...activeResources()].map(([kind, count]) => ({ kind, extra: count - (before.get(kind) ?? 0) }));
  return more.filter(({ extra }) => extra > 0).map(({ kind, extra }) => `${extra} x ${kind}`);
}

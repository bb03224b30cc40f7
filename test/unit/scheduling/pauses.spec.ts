import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PeriodicTask } from '../../../lib/scheduling/periodic-task.js';
import { ThrottledLog } from '../../../lib/scheduling/throttled-log.js';

const LONGEST_PAUSE = 30_000;

/** A task that notes when its passes begin, and fails while `away`. */
function failingTask(interval: number) {
  const passes: number[] = [];
  const database = { away: true };
  const warn = jest.fn<(text: string) => void>();
  const run = async () => {
    passes.push(performance.now());
    if (database.away) throw new Error('connection refused');
  };
  const task = new PeriodicTask({ name: 'poll', interval, run, log: new ThrottledLog({ warn }) });
  const timers = { addInterval: () => undefined, deleteInterval: () => undefined };
  return { task, passes, database, warn, start: () => task.start(timers) };
}

function gaps(passes: readonly number[]): number[] {
  return passes.slice(1).map((at, index) => at - (passes[index] as number));
}

describe('PeriodicTask that fails', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('A-CR-3: pauses ever longer, up to 30 s', async () => {
    const { start, passes } = failingTask(100);
    start();
    await jest.advanceTimersByTimeAsync(600_000);
    const pauses = gaps(passes);
    expect(pauses.slice(0, 3).every((pause) => pause <= 1_000)).toBe(true);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(LONGEST_PAUSE + 100);
    expect(Math.min(...pauses.slice(-5))).toBeGreaterThanOrEqual(LONGEST_PAUSE / 2);
  });

  it('A-CR-3: what asks for a pass meanwhile does not shorten the pause', async () => {
    const { start, task, passes } = failingTask(1_000);
    start();
    for (let milliseconds = 0; milliseconds < 20_000; milliseconds++) {
      task.trigger();
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(passes.length).toBeLessThan(20);
    expect(Math.min(...gaps(passes))).toBeGreaterThanOrEqual(1_000);
  });

  it('A-CR-3: says the same thing once in 30 s, with how often it came', async () => {
    const { start, warn, passes } = failingTask(100);
    start();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(warn.mock.calls.length).toBeLessThanOrEqual(3);
    expect(warn.mock.calls.length).toBeLessThan(passes.length);
    expect(warn.mock.calls[0]).toEqual(['poll failed and will try again: connection refused']);
    expect(warn.mock.calls[1]?.[0]).toMatch(/and \d+ times more/);
  });

  it('A-CR-2: after 1,000 failed passes it goes on within the longest pause, at its interval', async () => {
    const { start, passes, database, task } = failingTask(1_000);
    start();
    while (passes.length < 1_000) await jest.advanceTimersByTimeAsync(LONGEST_PAUSE);
    database.away = false;
    const back = performance.now();
    const failed = passes.length;
    await jest.advanceTimersByTimeAsync(LONGEST_PAUSE + 1_000);
    expect((passes[failed] as number) - back).toBeLessThanOrEqual(LONGEST_PAUSE);
    expect(task.lastSuccess).not.toBeNull();
    const first = passes.length;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(passes.length - first).toBe(10);
  });
});

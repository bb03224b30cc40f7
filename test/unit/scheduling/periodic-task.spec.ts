import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PeriodicTask } from '../../../lib/scheduling/periodic-task.js';
import { ThrottledLog } from '../../../lib/scheduling/throttled-log.js';
import type { TimerRegistry } from '../../../lib/scheduling/timer-registry.js';

const INTERVAL = 1_000;

class Timers implements TimerRegistry {
  readonly timers = new Map<string, NodeJS.Timeout>();
  addInterval = (name: string, interval: NodeJS.Timeout) => void this.timers.set(name, interval);
  deleteInterval(name: string): void {
    clearInterval(this.timers.get(name));
    this.timers.delete(name);
  }
}

/** A task whose passes end when the test says so. */
function heldTask() {
  const ends: ((error?: Error) => void)[] = [];
  const run = jest.fn(() => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))));
  const warn = jest.fn();
  const timers = new Timers();
  const task = new PeriodicTask({ name: 'poll', interval: INTERVAL, run, log: new ThrottledLog({ warn }) });
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await jest.advanceTimersByTimeAsync(0);
  };
  return { task, run, end, timers, warn };
}

describe('PeriodicTask', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs at once and then at its interval', async () => {
    const { task, run, end, timers } = heldTask();
    task.start(timers);
    expect(run).toHaveBeenCalledTimes(1);
    await end();
    await jest.advanceTimersByTimeAsync(INTERVAL - 1);
    expect(run).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('A-DR-9: passes do not overlap, however long one takes', async () => {
    const { task, run, end, timers } = heldTask();
    task.start(timers);
    await jest.advanceTimersByTimeAsync(10 * INTERVAL);
    expect(run).toHaveBeenCalledTimes(1);
    await end();
    expect(run).toHaveBeenCalledTimes(2);
    await end();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('is done once more after a pass during which it was asked for, and not at all when stopped meanwhile', async () => {
    const { task, run, end, timers } = heldTask();
    task.start(timers);
    for (let times = 0; times < 5; times++) task.trigger();
    await end();
    expect(run).toHaveBeenCalledTimes(2);
    task.trigger();
    void task.stop();
    await end();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('starts one interval only when started twice, and none is left when stopped', async () => {
    const { task, run, end, timers } = heldTask();
    task.start(timers);
    task.start(timers);
    await end();
    await jest.advanceTimersByTimeAsync(INTERVAL);
    expect(run).toHaveBeenCalledTimes(2);
    void task.stop();
    expect([timers.timers.size, jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('R3.8: stop waits for the pass under way', async () => {
    const { task, end, timers } = heldTask();
    const stopped = jest.fn();
    task.start(timers);
    void task.stop().then(stopped);
    await jest.advanceTimersByTimeAsync(10 * INTERVAL);
    expect(stopped).not.toHaveBeenCalled();
    await end();
    expect(stopped).toHaveBeenCalledTimes(1);
  });

  it('runs nothing before it is started, nor after it was stopped', async () => {
    const { task, run, end, timers } = heldTask();
    task.trigger();
    expect(run).not.toHaveBeenCalled();
    task.start(timers);
    await end();
    await task.stop();
    task.trigger();
    await jest.advanceTimersByTimeAsync(10 * INTERVAL);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('A-ST-9: lastSuccess is null before the first success, and moves with each', async () => {
    const { task, end, timers } = heldTask();
    task.start(timers);
    await end(new Error('away'));
    expect(task.lastSuccess).toBeNull();
    await jest.advanceTimersByTimeAsync(5 * INTERVAL);
    await end();
    const first = task.lastSuccess;
    expect(first).toEqual(new Date());
    await jest.advanceTimersByTimeAsync(INTERVAL);
    await end();
    expect(task.lastSuccess?.getTime()).toBe((first as Date).getTime() + INTERVAL);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { StuckJobSweeper } from '../../../lib/maintenance/stuck-job-sweeper.js';
import { EnqueuedSignal } from '../../../lib/signals/enqueued-signal.js';
import type { Rescued } from '../../../lib/store/job-store.js';
import { away, recorder } from './support/fakes.js';

const BATCH = 100;

function stuck(count: number, status: Rescued['status'] = 'pending'): Rescued[] {
  return Array.from({ length: count }, (_, index) => ({ id: String(index), type: 'work', workerId: 'host:1:aa', status }));
}

function sweeperOn(...batches: (() => Rescued[])[]) {
  const rescue = jest.fn(async (_limit: number) => batches.shift()?.() ?? []);
  const signal = new EnqueuedSignal();
  const woken = jest.fn();
  signal.subscribe(woken);
  const { logger } = recorder();
  return { sweeper: new StuckJobSweeper({ rescue }, signal, logger), rescue, woken, logger };
}

describe('R3.7 StuckJobSweeper', () => {
  it('asks for batches of 100 until one is not full, and says how many it found', async () => {
    const { sweeper, rescue } = sweeperOn(...[BATCH, BATCH, 30].map((count) => () => stuck(count)));
    expect(await sweeper.runOnce()).toBe(230);
    expect(rescue.mock.calls).toEqual([[BATCH], [BATCH], [BATCH]]);
  });

  it('wakes the worker for jobs that may run again, and only for those', async () => {
    const { sweeper, woken } = sweeperOn(
      () => [],
      () => stuck(3, 'failed'),
      () => [...stuck(1, 'failed'), ...stuck(1)],
    );
    await sweeper.runOnce();
    await sweeper.runOnce();
    expect(woken).not.toHaveBeenCalled();
    await sweeper.runOnce();
    expect(woken).toHaveBeenCalledTimes(1);
  });

  it('R3.8: begins no batch once it is closed', async () => {
    const { sweeper, rescue } = sweeperOn(
      () => {
        sweeper.close();
        return stuck(BATCH);
      },
      () => stuck(BATCH),
    );
    expect(await sweeper.runOnce()).toBe(BATCH);
    expect(await sweeper.runOnce()).toBe(0);
    expect(rescue).toHaveBeenCalledTimes(1);
  });

  it('names job, type, lost worker and what becomes of the job', async () => {
    const { sweeper, logger } = sweeperOn(() => [...stuck(1), ...stuck(1, 'failed')]);
    await sweeper.runOnce();
    expect(logger.warn.mock.calls).toEqual([
      ['Job 0 (work) was left by the lost worker host:1:aa: it will run again, as a retry.'],
      ['Job 0 (work) was left by the lost worker host:1:aa: it is failed, for review.'],
    ]);
  });

  it('A-ST-9: a query that fails is for the caller, and the next pass works', async () => {
    const { sweeper } = sweeperOn(
      () => {
        throw away;
      },
      () => stuck(2),
    );
    await expect(sweeper.runOnce()).rejects.toBe(away);
    expect(await sweeper.runOnce()).toBe(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Lease } from '../../../lib/store/job-store.js';
import { ActiveJob } from '../../../lib/worker/active-job.js';
import { LeaseKeeper } from '../../../lib/worker/lease-keeper.js';
import { away, claimed, recorder } from './support/fakes.js';

const LEASE = 30_000;
const BEAT = 10_000;

function keeperOf(renewLeases: (leases: readonly Lease[]) => Promise<Lease[]>, ...ids: string[]) {
  const jobs = ids.map((id) => new ActiveJob(claimed(id), performance.now() + LEASE));
  const active = new Set(jobs);
  const renew = jest.fn(renewLeases);
  const { log, logger } = recorder();
  const keeper = new LeaseKeeper({ renewLeases: renew }, active, { lease: LEASE, heartbeatInterval: BEAT }, log);
  const [job] = jobs;
  return { keeper, jobs, job: job as ActiveJob, active, renew, logger };
}

const renewAll = async (leases: readonly Lease[]) => [...leases];

describe('LeaseKeeper', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.clearAllTimers();
    jest.useRealTimers();
  });

  it('A-DR-2: renews all leases by one statement at each heartbeat, and no handler is disturbed', async () => {
    const { keeper, jobs, renew } = keeperOf(renewAll, 'a', 'b', 'c');
    keeper.start();
    await jest.advanceTimersByTimeAsync(10 * LEASE);
    expect(renew).toHaveBeenCalledTimes((10 * LEASE) / BEAT);
    expect(renew.mock.calls[0]?.[0].map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(jobs.map(({ abortReason }) => abortReason)).toEqual([null, null, null]);
    keeper.stop();
  });

  it('asks nothing of the database while no job runs', async () => {
    const { keeper, renew } = keeperOf(renewAll);
    keeper.start();
    await jest.advanceTimersByTimeAsync(LEASE);
    expect(renew).not.toHaveBeenCalled();
    keeper.stop();
  });

  it('A-CR-5: failed renewals abort a handler only when its lease has run out', async () => {
    const { keeper, job, logger } = keeperOf(async () => Promise.reject<Lease[]>(away), 'a');
    keeper.start();
    await jest.advanceTimersByTimeAsync(LEASE);
    expect(job.signal.aborted).toBe(false);
    expect(logger.warn).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(BEAT);
    expect(job.abortReason).toBe('lease-lost');
    keeper.stop();
  });

  it('A-CR-5: goes on after failed renewals, and a lease renewed in time is not lost', async () => {
    let times = 0;
    const { keeper, job, renew } = keeperOf((leases) => (++times <= 2 ? Promise.reject(away) : renewAll(leases)), 'a');
    keeper.start();
    await jest.advanceTimersByTimeAsync(5 * LEASE);
    expect(job.signal.aborted).toBe(false);
    expect(renew).toHaveBeenCalledTimes((5 * LEASE) / BEAT);
    keeper.stop();
  });

  it('a renewal that hangs is not repeated, and its handlers are aborted when the lease has run out', async () => {
    const { keeper, job, renew } = keeperOf(() => new Promise<Lease[]>(() => undefined), 'a');
    keeper.start();
    await jest.advanceTimersByTimeAsync(LEASE);
    expect(job.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(BEAT);
    expect(job.abortReason).toBe('lease-lost');
    expect(renew).toHaveBeenCalledTimes(1);
    keeper.stop();
  });

  it('A-DR-1: a lease that the database no longer knows is lost at once, and only that one', async () => {
    const { keeper, jobs, renew } = keeperOf(async (leases) => leases.filter(({ id }) => id !== 'b'), 'a', 'b');
    await keeper.runOnce();
    expect(jobs.map(({ abortReason }) => abortReason)).toEqual([null, 'lease-lost']);
    await keeper.runOnce();
    expect(renew.mock.calls[1]?.[0].map(({ id }) => id)).toEqual(['a']);
  });

  it('A-DR-1: the same job under another lease does not count as kept', async () => {
    const { keeper, job } = keeperOf(async () => [{ id: 'a', leaseToken: 'of another claim' }], 'a');
    await keeper.runOnce();
    expect(job.abortReason).toBe('lease-lost');
  });

  it('leaves a job alone whose handler has ended, or that was settled during the renewal', async () => {
    const { keeper, jobs, active } = keeperOf(
      async () => {
        active.delete(jobs[1] as ActiveJob);
        return [];
      },
      'ended',
      'settled',
    );
    await jobs[0]?.ended(Promise.resolve());
    await keeper.runOnce();
    expect(jobs.map(({ abortReason }) => abortReason)).toEqual([null, null]);
  });

  it('goes on renewing a job whose handler was told to end for another reason', async () => {
    const { keeper, job, renew } = keeperOf(renewAll, 'a');
    job.abort('shutdown', LEASE);
    await keeper.runOnce();
    expect(renew).toHaveBeenCalledTimes(1);
    expect(job.abortReason).toBe('shutdown');
  });

  it('beats no more once stopped, and only once per interval when started twice', async () => {
    const { keeper, renew } = keeperOf(renewAll, 'a');
    keeper.start();
    keeper.start();
    await jest.advanceTimersByTimeAsync(BEAT);
    expect(renew).toHaveBeenCalledTimes(1);
    keeper.stop();
    await jest.advanceTimersByTimeAsync(LEASE);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import type { ClaimedJob, ClaimRequest, Settled, Settlement } from '../../../lib/store/job-store.js';
import { JobClaimer } from '../../../lib/worker/job-claimer.js';
import type { JobPool } from '../../../lib/worker/job-pool.js';
import { away, claimed, completed, held, registryOf, turnOfLoop } from './support/fakes.js';

const OPTIONS = {
  workerId: 'w',
  queues: null,
  concurrency: 5,
  prefetch: 0,
  lease: 30_000,
  heartbeatInterval: 10_000,
  sweepInterval: 10_000,
  shutdownGrace: 0,
};

interface Turn {
  readonly settled: Settled[];
  readonly claimed: ClaimedJob[];
}

/** @param settling jobs that have ended and hold room, but no slot */
function claimerOn({ slots = 5, settling = 0, prefetch = 0, pollInterval = 60_000, registry = registryOf() } = {}) {
  const store = {
    claim: jest.fn(async (_request: ClaimRequest): Promise<ClaimedJob[]> => []),
    promote: jest.fn(async (_limit: number) => 0),
    settleAndClaim: jest.fn(async (_settlements: readonly Settlement[], _request: ClaimRequest): Promise<Turn> => ({ settled: [], claimed: [] })),
    releaseClaims: jest.fn(async (_tokens: readonly string[]) => 0),
  };
  const started: string[] = [];
  const released: string[] = [];
  let reserved = 0;
  const pool = {
    get room() {
      return slots + prefetch - started.length;
    },
    get slots() {
      return slots + settling - reserved - started.length;
    },
    reserve: (count: number) => void (reserved += count),
    take: (taken: readonly ClaimedJob[], _leaseEnd: number, count: number) => {
      reserved -= count;
      started.push(...taken.map(({ job }) => job.id));
    },
    release: (late: readonly ClaimedJob[], count: number) => {
      reserved -= count;
      released.push(...late.map(({ job }) => job.id));
    },
  };
  const claimer = new JobClaimer(store, pool as unknown as JobPool, registry, { ...OPTIONS, prefetch, pollInterval });
  return { claimer, store, started, released };
}

describe('A-ST-3 JobClaimer: no more than the free slots', () => {
  it('asks for as many jobs as slots are free, under a new token each time, and starts what it gets', async () => {
    const { claimer, store, started } = claimerOn();
    store.claim.mockResolvedValueOnce([claimed('a'), claimed('b')]);
    expect(await claimer.runOnce()).toBe(2);
    expect(started).toEqual(['a', 'b']);
    await claimer.runOnce();
    const [first, second] = store.claim.mock.calls.map(([request]) => request);
    expect([first?.limit, second?.limit]).toEqual([5, 3]);
    expect(first?.leaseToken).not.toBe(second?.leaseToken);
    expect(first).toMatchObject({ workerId: 'w', lease: 30_000, types: ['work'], failWhenLost: [], queues: null });
  });

  it('asks for nothing while a claim under way may fill all free slots', async () => {
    const { claimer, store } = claimerOn();
    const first = held<ClaimedJob[]>();
    store.claim.mockReturnValueOnce(first.promise);
    const passing = claimer.runOnce();
    expect(await claimer.runOnce()).toBe(0);
    expect(store.claim).toHaveBeenCalledTimes(1);
    first.resolve([]);
    await passing;
    await claimer.runOnce();
    expect(store.claim).toHaveBeenCalledTimes(2);
  });

  it('a turn takes as many as it settles and as are free; beside it another takes only what it settles', async () => {
    const { claimer, store } = claimerOn();
    const first = held<Turn>();
    store.settleAndClaim.mockReturnValueOnce(first.promise);
    const turning = claimer.turn([completed('a'), completed('b')]);
    await claimer.turn([completed('c')]);
    expect(await claimer.runOnce()).toBe(0);
    expect(store.settleAndClaim.mock.calls.map(([, { limit }]) => limit)).toEqual([7, 1]);
    expect(store.claim).not.toHaveBeenCalled();
    first.resolve({ settled: ['completed', 'completed'], claimed: [claimed('d')] });
    expect(await turning).toEqual(['completed', 'completed']);
  });

  it('asks for nothing where a turn has taken the free slots while an orphaned claim was given back', async () => {
    const { claimer, store } = claimerOn();
    const [giveBack, turn] = [held<number>(), held<Turn>()];
    store.claim.mockRejectedValueOnce(away);
    await expect(claimer.runOnce()).rejects.toBe(away);
    store.releaseClaims.mockReturnValueOnce(giveBack.promise);
    store.settleAndClaim.mockReturnValueOnce(turn.promise);
    const passing = claimer.runOnce();
    await turnOfLoop();
    const turning = claimer.turn([completed('a')]);
    giveBack.resolve(0);
    expect(await passing).toBe(0);
    turn.resolve({ settled: ['completed'], claimed: [] });
    await turning;
    expect(store.claim).toHaveBeenCalledTimes(1);
  });

  it('counts the slots of a claim that failed as free again', async () => {
    const { claimer, store } = claimerOn();
    store.claim.mockRejectedValueOnce(away);
    await expect(claimer.runOnce()).rejects.toBe(away);
    await claimer.runOnce();
    expect(store.claim.mock.lastCall?.[0].limit).toBe(5);
  });

  it('asks for nothing where no slot is free', async () => {
    const full = claimerOn({ slots: 0 });
    expect(await full.claimer.runOnce()).toBe(0);
    expect(full.store.claim).not.toHaveBeenCalled();
  });
});

describe('JobClaimer with prefetch', () => {
  it('asks for more than the free slots, of which half are kept for it and the rest may be taken by what comes meanwhile', async () => {
    const { claimer, store } = claimerOn({ slots: 5, prefetch: 20 });
    await claimer.runOnce();
    expect(store.claim.mock.lastCall?.[0]).toMatchObject({ limit: 25, ahead: 22 });
  });

  it('asks for jobs that may wait alone while others wait already', async () => {
    const { claimer, store, started } = claimerOn({ slots: 2, prefetch: 4 });
    started.push('a', 'b', 'c');
    await claimer.runOnce();
    expect(store.claim.mock.lastCall?.[0]).toMatchObject({ limit: 3, ahead: 3 });
  });

  it('without it all that it asks for start at once, also beside another turn', async () => {
    const { claimer, store } = claimerOn({ slots: 5, settling: 3 });
    const first = held<Turn>();
    store.settleAndClaim.mockReturnValueOnce(first.promise);
    const turning = claimer.turn([completed('a'), completed('b')]);
    await claimer.turn([completed('c')]);
    expect(store.settleAndClaim.mock.calls.map(([, { ahead }]) => ahead)).toEqual([0, 0]);
    first.resolve({ settled: ['completed', 'completed'], claimed: [] });
    await turning;
  });
});

describe('JobClaimer', () => {
  it('gives back under its token what a claim whose answer was lost may have taken, before it claims again', async () => {
    const { claimer, store } = claimerOn();
    store.settleAndClaim.mockRejectedValueOnce(away);
    await expect(claimer.turn([completed('a')])).rejects.toBe(away);
    await claimer.runOnce();
    expect(store.releaseClaims).toHaveBeenCalledWith([store.settleAndClaim.mock.lastCall?.[1].leaseToken as string]);
    expect(store.releaseClaims.mock.invocationCallOrder[0]).toBeLessThan(store.claim.mock.invocationCallOrder[0] as number);
  });

  it('R3.8: closed it claims nothing, and gives back what a claim and a turn under way still bring', async () => {
    const { claimer, store, started, released } = claimerOn();
    const [claim, turn] = [held<ClaimedJob[]>(), held<Turn>()];
    store.claim.mockReturnValueOnce(claim.promise);
    store.settleAndClaim.mockReturnValueOnce(turn.promise);
    const claiming = claimer.refill();
    await turnOfLoop();
    const turning = claimer.turn([completed('a')]);
    claimer.close();
    claim.resolve([claimed('late')]);
    turn.resolve({ settled: ['completed'], claimed: [claimed('later')] });
    await claiming;
    await turning;
    expect([started, released.sort()]).toEqual([[], ['late', 'later']]);
    expect(claimer.turn([completed('b')])).toBeNull();
    expect(await claimer.runOnce()).toBe(0);
  });

  it('looks for jobs whose time has come once per poll interval, however often slots become free', async () => {
    const { claimer, store } = claimerOn();
    for (let times = 0; times < 10; times++) await claimer.refill();
    expect(store.promote).toHaveBeenCalledTimes(1);
    expect(store.claim).toHaveBeenCalledTimes(10);
    const often = claimerOn({ pollInterval: 0 });
    for (let times = 0; times < 10; times++) await often.claimer.refill();
    expect(often.store.promote).toHaveBeenCalledTimes(10);
  });

  it('repeats that while it finds as many as it asked for, but not for ever', async () => {
    const { claimer, store } = claimerOn();
    store.promote.mockResolvedValueOnce(1_000).mockResolvedValueOnce(1_000).mockResolvedValueOnce(999);
    await claimer.runOnce();
    expect(store.promote).toHaveBeenCalledTimes(3);
    store.promote.mockClear().mockResolvedValue(1_000);
    await claimer.runOnce();
    expect(store.promote).toHaveBeenCalledTimes(10);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { DatabaseError } from '../../../lib/errors/database.error.js';
import { ThrottledLog } from '../../../lib/scheduling/throttled-log.js';
import type { ClaimedJob, Settled, Settlement } from '../../../lib/store/job-store.js';
import { Settler } from '../../../lib/worker/settler.js';

const away = new DatabaseError('ECONNRESET', true);
const completed = (id: string, result: string | null = null): Settlement => ({
  claimed: { job: { id, type: 't' }, leaseToken: id } as ClaimedJob,
  outcome: { kind: 'completed', result },
});

function settlerOn(settle: (settlements: readonly Settlement[]) => Settled[]) {
  const batches: string[][] = [];
  const store = {
    parallel: false,
    settle: async (settlements: readonly Settlement[]) => {
      batches.push(settlements.map(({ claimed }) => claimed.job.id));
      return settle(settlements);
    },
  };
  const quiet = { warn: () => undefined, error: () => undefined };
  return { settler: new Settler(store, 5, new ThrottledLog(quiet), quiet), batches };
}

describe('Settler in outages', () => {
  it('R3.12: an outcome that always looks like an outage does not keep others from being written', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { settler } = settlerOn((settlements) => {
      if (settlements.some(({ outcome }) => outcome.kind === 'completed' && outcome.result === 'too much')) throw away;
      return settlements.map(() => 'completed');
    });
    const all = Promise.all([settler.settle(completed('bad', 'too much')), settler.settle(completed('good'))]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await all).toEqual(['completed', 'completed']);
    jest.useRealTimers();
  });

  it('claims only in its first try: one whose answer was lost may have claimed already', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { settler, batches } = settlerOn((settlements) => settlements.map(() => 'completed'));
    const turn = jest.fn(async () => Promise.reject<Settled[]>(away));
    settler.turn = turn;
    const settled = settler.settle(completed('a'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await settled).toBe('completed');
    expect(turn).toHaveBeenCalledTimes(1);
    expect(batches).toEqual([['a']]);
    jest.useRealTimers();
  });

  it('R3.8: once abandoned it waits no longer', async () => {
    const { settler } = settlerOn(() => {
      throw away;
    });
    const settled = settler.settle(completed('a'));
    settler.abandon();
    expect(await settled).toBeNull();
  });

  it('writes large results in several statements', async () => {
    const { settler, batches } = settlerOn((settlements) => settlements.map(() => 'completed'));
    const half = 'x'.repeat(600_000);
    await Promise.all(['a', 'b', 'c'].map((id) => settler.settle(completed(id, half))));
    expect(batches).toEqual([['a'], ['b'], ['c']]);
  });
});

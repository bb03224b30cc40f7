import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Settled, Settlement } from '../../../lib/store/job-store.js';
import { away, completed, held, idsOf, recorder, refused, turnOfLoop } from './support/fakes.js';

/** The pauses that were asked for, in milliseconds; each is over at once. */
const pauses: number[] = [];
jest.unstable_mockModule('node:timers/promises', () => ({
  setImmediate: turnOfLoop,
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}));
const { Settler } = await import('../../../lib/worker/settler.js');

function settlerOn(settle: (settlements: readonly Settlement[]) => Promise<Settled[]>, { parallel = false, capacity = 1_000 } = {}) {
  const batches: (readonly Settlement[])[] = [];
  const { logger, log } = recorder();
  const store = { parallel, settle: (settlements: readonly Settlement[]) => (batches.push(settlements), settle(settlements)) };
  return { settler: new Settler(store, capacity, log, logger), batches, ids: () => batches.map(idsOf), logger };
}

const writeAll = async (settlements: readonly Settlement[]) => settlements.map(() => 'completed' as const);
const hasResult = ({ outcome }: Settlement) => outcome.kind === 'completed' && outcome.result !== null;

describe('Settler', () => {
  beforeEach(() => void pauses.splice(0));

  it('writes together what ends in the same turn, and what comes during a write in the next', async () => {
    const first = held<Settled[]>();
    let writes = 0;
    const { settler, ids } = settlerOn((settlements) => (++writes === 1 ? first.promise : writeAll(settlements)));
    const all = ['a', 'b'].map((id) => settler.settle(completed(id)));
    await turnOfLoop();
    all.push(...['c', 'd', 'e'].map((id) => settler.settle(completed(id))));
    await turnOfLoop();
    expect(ids()).toEqual([['a', 'b']]);
    first.resolve(['completed', 'completed']);
    await Promise.all(all);
    expect(ids()).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('gives each caller the answer to its own outcome', async () => {
    const answers: Settled[] = ['completed', null, 'failed', 'pending'];
    const { settler } = settlerOn(async () => answers);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((id) => settler.settle(completed(id))))).toEqual(answers);
  });

  it('writes at most 200 outcomes by one statement', async () => {
    const { settler, batches } = settlerOn(writeAll);
    await Promise.all(Array.from({ length: 450 }, (_, index) => settler.settle(completed(String(index)))));
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it('R3.12: a database that is away is waited for, with pauses that grow to 5 s, and warned of once', async () => {
    let tries = 0;
    const { settler, logger } = settlerOn((settlements) => (++tries <= 20 ? Promise.reject(away) : writeAll(settlements)));
    expect(await settler.settle(completed('a'))).toBe('completed');
    expect(pauses).toHaveLength(20);
    expect(pauses[0]).toBeLessThanOrEqual(200);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
    expect(Math.min(...pauses.slice(-10))).toBeGreaterThanOrEqual(2_500);
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });

  it('A-ST-5: an outcome that the database refuses is written without its text, and does not keep the others', async () => {
    const { settler, batches, logger } = settlerOn((settlements) => (settlements.some(hasResult) ? Promise.reject(refused) : writeAll(settlements)));
    const all = await Promise.all([settler.settle(completed('a')), settler.settle(completed('bad', '"x"')), settler.settle(completed('c'))]);
    expect(all).toEqual(['completed', 'completed', 'completed']);
    expect(batches.map((batch) => batch.map((settlement) => [settlement.claimed.job.id, hasResult(settlement)]))).toEqual([
      [
        ['a', false],
        ['bad', true],
        ['c', false],
      ],
      [['a', false]],
      [['bad', true]],
      [['bad', false]],
      [['c', false]],
    ]);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('a refused error text is replaced, and what becomes of the job stays', async () => {
    const outcome = { kind: 'retry', delay: 5, error: 'bad text', errorCode: 'TIMEOUT' } as const;
    const { settler, batches } = settlerOn((settlements) =>
      batches.length === 1 ? Promise.reject(refused) : Promise.resolve(settlements.map(() => 'pending' as const)),
    );
    expect(await settler.settle({ ...completed('a'), outcome })).toBe('pending');
    expect(batches[1]?.[0]?.outcome).toEqual({ ...outcome, error: 'The database refused the text of this error.' });
  });

  it('an outcome that is refused even without text is given up, and the next is written', async () => {
    const { settler, logger } = settlerOn((settlements) => (idsOf(settlements).includes('bad') ? Promise.reject(refused) : writeAll(settlements)));
    expect(await settler.settle(completed('bad'))).toBeNull();
    expect(logger.error).toHaveBeenLastCalledWith(expect.stringContaining('it will be rescued'));
    expect(await settler.settle(completed('good'))).toBe('completed');
  });

  it('settles without claiming once the claimer gives no more turns', async () => {
    const { settler, ids } = settlerOn(writeAll);
    settler.turn = () => null;
    expect(await settler.settle(completed('a'))).toBe('completed');
    expect(ids()).toEqual([['a']]);
  });

  it('writes half of what the worker can hold beside a write under way, where the database can', async () => {
    const writes = [held<Settled[]>(), held<Settled[]>()];
    let next = 0;
    const { settler, ids } = settlerOn(() => (writes[next++] as (typeof writes)[0]).promise, { parallel: true, capacity: 20 });
    const all = Array.from({ length: 20 }, (_, index) => settler.settle(completed(String(index))));
    await turnOfLoop();
    await turnOfLoop();
    expect(ids().map(({ length }) => length)).toEqual([10, 10]);
    for (const write of writes) write.resolve(Array.from({ length: 10 }, () => 'completed'));
    await Promise.all(all);
  });

  it('never begins a third write', async () => {
    const writing = held<Settled[]>();
    const { settler, ids } = settlerOn(() => writing.promise, { parallel: true, capacity: 20 });
    const all = Array.from({ length: 60 }, (_, index) => settler.settle(completed(String(index))));
    await turnOfLoop();
    await turnOfLoop();
    expect(ids()).toHaveLength(2);
    writing.resolve(Array.from({ length: 10 }, () => 'completed'));
    await Promise.all(all);
  });
});

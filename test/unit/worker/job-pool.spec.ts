import { describe, expect, it, jest } from '@jest/globals';
import type { HandlerRegistry } from '../../../lib/handlers/handler-registry.js';
import type { Settled, Settlement } from '../../../lib/store/job-store.js';
import { JobPool } from '../../../lib/worker/job-pool.js';
import { JobRunner } from '../../../lib/worker/job-runner.js';
import { ResultText } from '../../../lib/worker/result-text.js';
import type { Settler } from '../../../lib/worker/settler.js';
import { claimed, held, recorder, registryOf, turnOfLoop } from './support/fakes.js';

const LATER = Infinity;

function poolOf(registry: HandlerRegistry, settled: (settlement: Settlement) => Promise<Settled> = async () => 'completed') {
  const { logger } = recorder();
  const settle = jest.fn(settled);
  const runner = new JobRunner(registry, new ResultText(1_000, logger), logger);
  return { pool: new JobPool({ concurrency: 2, prefetch: 0 }, runner, { settle } as unknown as Settler, logger), settle, logger };
}

describe('JobPool', () => {
  it('a slot is used until the outcome is written, and is told of when it becomes free', async () => {
    const [handling, writing, free] = [held<string>(), held<Settled>(), jest.fn()];
    const { pool, settle } = poolOf(
      registryOf(() => handling.promise),
      () => writing.promise,
    );
    pool.onFree = free;
    pool.take([claimed('a')], LATER, 0);
    expect(pool.room).toBe(1);
    handling.resolve('done');
    await turnOfLoop();
    expect(settle.mock.calls).toEqual([[{ claimed: claimed('a'), outcome: { kind: 'completed', result: '"done"' } }]]);
    expect([pool.room, free.mock.calls.length]).toEqual([1, 0]);
    writing.resolve('completed');
    await pool.idle();
    expect([pool.room, free.mock.calls.length]).toEqual([2, 1]);
  });

  it('is idle only when the last job is settled, also one that started while it waited', async () => {
    const [first, second, idle] = [held<void>(), held<void>(), jest.fn()];
    const { pool } = poolOf(registryOf((id) => (id === 'a' ? first : second).promise));
    pool.take([claimed('a')], LATER, 0);
    const waiting = pool.idle().then(idle);
    pool.take([claimed('b')], LATER, 0);
    first.resolve();
    await turnOfLoop();
    expect(idle).not.toHaveBeenCalled();
    second.resolve();
    await waiting;
    expect(pool.room).toBe(2);
  });

  it('R3.7: an earlier attempt of the same job that is still here is aborted, and has nothing to write', async () => {
    const attempts: AbortSignal[] = [];
    const second = held<string>();
    const { pool, settle } = poolOf(
      registryOf((_id, signal) => {
        attempts.push(signal);
        return attempts.length === 2
          ? second.promise
          : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      }),
    );
    pool.take([claimed('a', 'first')], LATER, 0);
    await turnOfLoop();
    pool.take([claimed('a', 'second')], LATER, 0);
    await turnOfLoop();
    expect(attempts.map(({ aborted }) => aborted)).toEqual([true, false]);
    second.resolve('right');
    await pool.idle();
    expect(settle.mock.calls.map(([settlement]) => settlement.claimed.leaseToken)).toEqual(['second']);
  });

  it('R3.8: a released job takes no slot, and is waited for', async () => {
    const writing = held<Settled>();
    const { pool, settle } = poolOf(registryOf(), () => writing.promise);
    pool.release([claimed('a')], 0);
    expect(pool.room).toBe(2);
    expect(settle.mock.calls).toEqual([[{ claimed: claimed('a'), outcome: { kind: 'unstarted' } }]]);
    const idle = jest.fn();
    const waiting = pool.idle().then(idle);
    await turnOfLoop();
    expect(idle).not.toHaveBeenCalled();
    writing.resolve('pending');
    await waiting;
  });

  it('R3.12: a logger that throws costs no slot', async () => {
    const { pool, logger } = poolOf(registryOf(), async () => 'failed');
    logger.warn.mockImplementation(() => {
      throw new Error('disk full');
    });
    pool.take([claimed('a')], LATER, 0);
    await pool.idle();
    expect(pool.room).toBe(2);
  });

  it('warns of an outcome that was not written, and of a job that failed for good', async () => {
    const { pool, logger } = poolOf(registryOf(), async ({ claimed: { job } }) => (job.id === 'a' ? null : 'failed'));
    pool.take([claimed('a')], LATER, 0);
    pool.take([claimed('b')], LATER, 0);
    await pool.idle();
    expect(logger.warn.mock.calls.map(([text]) => text)).toEqual([
      expect.stringContaining('Job a (work): the outcome "completed" was not written'),
      'Job b (work) failed for good in attempt 1; its error is kept with it.',
    ]);
  });

  it('starts those that wait in their order, as slots become free', async () => {
    const handling = new Map(['a', 'b', 'c'].map((id) => [id, held<void>()]));
    const { pool, started } = waitingPool((id) => handling.get(id)?.promise);
    pool.take([claimed('a'), claimed('b'), claimed('c')], LATER, 0);
    await turnOfLoop();
    expect([started, pool.room, pool.slots]).toEqual([['a'], 3, -2]);
    for (const id of ['a', 'b', 'c']) {
      handling.get(id)?.resolve();
      await turnOfLoop();
    }
    expect(started).toEqual(['a', 'b', 'c']);
    await pool.idle();
    expect([pool.room, pool.slots]).toEqual([6, 1]);
  });

  it('R1.4: a reserved slot is left to the jobs for which it was reserved', async () => {
    const { pool, started } = waitingPool(() => undefined);
    pool.reserve(1);
    pool.take([claimed('ahead')], LATER, 0);
    expect([started, pool.slots]).toEqual([[], -1]);
    pool.take([claimed('now')], LATER, 1);
    await pool.idle();
    expect(started).toEqual(['now', 'ahead']);
  });

  it('R3.7: a job whose lease ran out or was lost while it waited is not started, and given back', async () => {
    const { pool, started, settle } = waitingPool(() => undefined);
    pool.reserve(1);
    pool.take([claimed('late')], performance.now() - 1, 0);
    pool.take([claimed('lost'), claimed('good')], LATER, 0);
    for (const job of pool.held) if (job.claimed.job.id === 'lost') job.abort('lease-lost', 0);
    pool.take([], LATER, 1);
    await pool.idle();
    expect(started).toEqual(['good']);
    const outcomes = settle.mock.calls.map(
      ([
        {
          claimed: { job },
          outcome,
        },
      ]) => [job.id, outcome.kind],
    );
    expect(outcomes.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['good', 'completed'],
      ['late', 'unstarted'],
      ['lost', 'unstarted'],
    ]);
  });
});

/** One slot, and five jobs may wait. */
function waitingPool(handle: (id: string) => unknown) {
  const started: string[] = [];
  const registry = registryOf((id) => (started.push(id), handle(id)));
  const { logger } = recorder();
  const settle = jest.fn(async (_settlement: Settlement): Promise<Settled> => 'completed');
  const runner = new JobRunner(registry, new ResultText(1_000, logger), logger);
  return { pool: new JobPool({ concurrency: 1, prefetch: 5 }, runner, { settle } as unknown as Settler, logger), settle, started };
}

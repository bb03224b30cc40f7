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
  return { pool: new JobPool(2, runner, { settle } as unknown as Settler, logger), settle, logger };
}

describe('JobPool', () => {
  it('a slot is used until the outcome is written, and is told of when it becomes free', async () => {
    const [handling, writing, free] = [held<string>(), held<Settled>(), jest.fn()];
    const { pool, settle } = poolOf(
      registryOf(() => handling.promise),
      () => writing.promise,
    );
    pool.onFree = free;
    pool.start(claimed('a'), LATER);
    expect(pool.free).toBe(1);
    handling.resolve('done');
    await turnOfLoop();
    expect(settle.mock.calls).toEqual([[{ claimed: claimed('a'), outcome: { kind: 'completed', result: '"done"' } }]]);
    expect([pool.free, free.mock.calls.length]).toEqual([1, 0]);
    writing.resolve('completed');
    await pool.idle();
    expect([pool.free, free.mock.calls.length]).toEqual([2, 1]);
  });

  it('is idle only when the last job is settled, also one that started while it waited', async () => {
    const [first, second, idle] = [held<void>(), held<void>(), jest.fn()];
    const { pool } = poolOf(registryOf((id) => (id === 'a' ? first : second).promise));
    pool.start(claimed('a'), LATER);
    const waiting = pool.idle().then(idle);
    pool.start(claimed('b'), LATER);
    first.resolve();
    await turnOfLoop();
    expect(idle).not.toHaveBeenCalled();
    second.resolve();
    await waiting;
    expect(pool.free).toBe(2);
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
    pool.start(claimed('a', 'first'), LATER);
    await turnOfLoop();
    pool.start(claimed('a', 'second'), LATER);
    await turnOfLoop();
    expect(attempts.map(({ aborted }) => aborted)).toEqual([true, false]);
    second.resolve('right');
    await pool.idle();
    expect(settle.mock.calls.map(([settlement]) => settlement.claimed.leaseToken)).toEqual(['second']);
  });

  it('R3.8: a released job takes no slot, and is waited for', async () => {
    const writing = held<Settled>();
    const { pool, settle } = poolOf(registryOf(), () => writing.promise);
    pool.release(claimed('a'));
    expect(pool.free).toBe(2);
    expect(settle.mock.calls).toEqual([[{ claimed: claimed('a'), outcome: { kind: 'released' } }]]);
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
    pool.start(claimed('a'), LATER);
    await pool.idle();
    expect(pool.free).toBe(2);
  });

  it('warns of an outcome that was not written, and of a job that failed for good', async () => {
    const { pool, logger } = poolOf(registryOf(), async ({ claimed: { job } }) => (job.id === 'a' ? null : 'failed'));
    pool.start(claimed('a'), LATER);
    pool.start(claimed('b'), LATER);
    await pool.idle();
    expect(logger.warn.mock.calls.map(([text]) => text)).toEqual([
      expect.stringContaining('Job a (work): the outcome "completed" was not written'),
      'Job b (work) failed for good in attempt 1; its error is kept with it.',
    ]);
  });
});

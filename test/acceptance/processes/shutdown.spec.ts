import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { QUICK, type Deployment } from './support/deployment.js';
import { deployments } from './support/deployments.js';

const GRACE = 1_500;
const POLL = 500;
/** For writing what is given back (2 s at most), and for a machine that is busy. */
const TOLERANCE = 2_000;
/** The lease is so long that only a release can explain a job that runs again. */
const worker = { concurrency: 5, pollInterval: POLL, sweepInterval: 100, lease: 60_000, shutdownGrace: GRACE };
const LISTENING = { wait: 60_000 };
const DEAF = { wait: 60_000, deaf: true };

describe('a worker process is told to end while jobs run', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it.each(['SIGTERM', 'SIGINT'] as const)(
      'R3.8: on %s it ends in the grace period; what is left is given back uncounted, and started by another within one poll',
      async (signal) => {
        const deployment = await open();
        const ending = await deployment.start({ worker, shutdownHooks: true });
        const short = await deployment.enqueue([{ wait: 500 }]);
        const once = await deployment.enqueue([DEAF], 0);
        const interrupted = [await deployment.enqueue([LISTENING]), await deployment.enqueue([DEAF])];
        await allStarted(deployment, [short, once, ...interrupted]);
        const other = await deployment.start({ worker });
        const { took, exit } = await end(ending.child, signal);
        expect(exit).toEqual({ code: null, signal });
        expect(took).toBeLessThan(GRACE + TOLERANCE);

        await expect(deployment.job(short)).resolves.toMatchObject({ status: 'completed', retryCount: 0, workerId: ending.id });
        await expect(deployment.job(once)).resolves.toMatchObject({ status: 'failed', errorCode: 'INTERRUPTED', retryCount: 0 });
        for (const id of interrupted) await checkTakenOver(deployment, id, other.id);
      },
    );

    it('R3.8: without shutdown hooks it ends at once, and the rescue of leases does the work', async () => {
      const deployment = await open();
      const ending = await deployment.start();
      const id = await deployment.enqueue([DEAF, {}]);
      await deployment.untilStarted(id);
      await expect(end(ending.child, 'SIGTERM')).resolves.toMatchObject({ exit: { code: null, signal: 'SIGTERM' } });
      await expect(deployment.job(id)).resolves.toMatchObject({ status: 'running', workerId: ending.id });
      const other = await deployment.start();
      await expect(deployment.until(id, 'completed')).resolves.toMatchObject({ workerId: other.id, retryCount: 1, errorCode: 'WORKER_LOST' });
    });

    it('R3.8: what waits is not touched by a shutdown, and nothing is claimed after the signal', async () => {
      const deployment = await open();
      const ending = await deployment.start({ worker: { ...worker, concurrency: 1 }, shutdownHooks: true });
      const running = await deployment.enqueue([{ wait: 500 }]);
      await deployment.untilStarted(running);
      const waiting = await deployment.enqueue([{}]);
      await end(ending.child, 'SIGTERM');
      await expect(deployment.job(running)).resolves.toMatchObject({ status: 'completed' });
      await expect(deployment.job(waiting)).resolves.toMatchObject({ status: 'pending', claimedAt: null });
      await expect(deployment.jobs.history(waiting)).resolves.toHaveLength(1);
      await deployment.start({ worker: QUICK });
      await expect(deployment.until(waiting, 'completed')).resolves.toMatchObject({ retryCount: 0 });
    });
  });
});

async function allStarted({ ledger }: Deployment, ids: readonly string[]): Promise<void> {
  await eventually('all jobs run', () => ids.every((id) => ledger.of(id, 'started').length === 1));
}

async function end(child: Deployment['workers'][number]['child'], signal: NodeJS.Signals): Promise<{ took: number; exit: object }> {
  const began = performance.now();
  const exit = await child.kill(signal);
  return { took: performance.now() - began, exit };
}

/** By the database's clock. The attempt is the same one again. */
async function checkTakenOver(deployment: Deployment, id: string, workerId: string): Promise<void> {
  await eventually(`job ${id} runs again`, () => deployment.ledger.of(id, 'started').length === 2);
  const job = await deployment.job(id);
  expect(job).toMatchObject({ status: 'running', retryCount: 0, workerId, error: null });
  const released = (await deployment.jobs.history(id)).find(({ event }) => event === 'released');
  expect(Number(job.claimedAt) - Number(released?.at)).toBeLessThan(POLL * 1.5);
}

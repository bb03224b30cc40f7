import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { QUICK } from './support/deployment.js';
import { deployments } from './support/deployments.js';

/** For the poll after the sweep, and for a machine that is busy. */
const TOLERANCE = 1_000;
const LONG = { wait: 60_000 };

describe('a worker is lost', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it('A-ST-1: another instance runs its job again within lease and sweep interval', async () => {
      const deployment = await open();
      const victim = await deployment.start();
      const id = await deployment.enqueue([LONG, {}]);
      await deployment.untilStarted(id);
      const survivor = await deployment.start();
      await victim.child.kill('SIGKILL');
      const killedAt = Date.now();
      const job = await deployment.until(id, 'completed');
      expect(job).toMatchObject({ workerId: survivor.id, retryCount: 1, errorCode: 'WORKER_LOST' });
      expect(Number(job.claimedAt) - killedAt).toBeLessThan(QUICK.lease + QUICK.sweepInterval + TOLERANCE);
    });

    it('A-ST-2: started again on the same host it is another worker, and rescues the job itself', async () => {
      const deployment = await open();
      const victim = await deployment.start();
      const id = await deployment.enqueue([LONG, {}]);
      await deployment.untilStarted(id);
      await victim.child.kill('SIGKILL');
      const restarted = await deployment.start();
      const job = await deployment.until(id, 'completed');
      expect(job).toMatchObject({ workerId: restarted.id, retryCount: 1 });
      expect(restarted.id).not.toBe(victim.id);
      for (const workerId of [victim.id, restarted.id]) expect(workerId).toContain(hostname());
    });

    it('R3.7: killed between claim and start, it has run nothing, and another runs the job', async () => {
      const deployment = await open();
      const claimant = await deployment.start({ fixture: 'queue-claimant' });
      const id = await deployment.enqueue([{}]);
      await expect(claimant.child.exit).resolves.toEqual({ code: null, signal: 'SIGKILL' });
      await expect(deployment.job(id)).resolves.toMatchObject({ status: 'running', workerId: claimant.id });
      const survivor = await deployment.start();
      await expect(deployment.until(id, 'completed')).resolves.toMatchObject({ workerId: survivor.id, retryCount: 1 });
      expect(deployment.ledger.of(id, 'started').map(({ pid }) => pid)).toEqual([survivor.pid]);
    });

    it('R1.5: killed while it runs a job that must not be repeated, the job is failed for review', async () => {
      const deployment = await open();
      const victim = await deployment.start();
      const id = await deployment.enqueue([LONG], 0);
      await deployment.untilStarted(id);
      await victim.child.kill('SIGKILL');
      await deployment.start();
      await expect(deployment.until(id, 'failed')).resolves.toMatchObject({ errorCode: 'WORKER_LOST', retryCount: 0 });
      expect(deployment.ledger.of(id, 'started')).toHaveLength(1);
    });

    it('A-WS-6: a job that ends its process is failed when its attempts are used up', async () => {
      const deployment = await open();
      const workers = await deployment.startMany(4);
      const id = await deployment.enqueue([{ exit: true }], 2);
      await expect(deployment.until(id, 'failed')).resolves.toMatchObject({ errorCode: 'WORKER_LOST', retryCount: 2 });
      const crashed = deployment.ledger.of(id, 'started').map(({ pid }) => pid);
      expect(new Set(crashed).size).toBe(3);
      expect(crashed).toHaveLength(3);
      const [left] = workers.filter(({ pid }) => !crashed.includes(pid));
      const next = await deployment.enqueue([{}]);
      await expect(deployment.until(next, 'completed')).resolves.toMatchObject({ workerId: left?.id });
    });

    it('A-DR-1: the late outcome of a worker whose event loop was blocked beyond its lease is dropped', async () => {
      const deployment = await open();
      await deployment.startMany(2, { worker: { ...QUICK, lease: 600 } });
      const id = await deployment.enqueue([{ block: 1_800 }, { wait: 2_500 }]);
      const slow = await deployment.untilStarted(id);
      const quick = await deployment.untilStarted(id, 2);
      expect(quick.pid).not.toBe(slow.pid);
      const job = await deployment.until(id, 'completed');
      expect(job).toMatchObject({ retryCount: 1, workerId: quick.id, result: { attempt: 2, pid: quick.pid } });
      expect(deployment.ledger.of(id, 'ended').map(({ attempt }) => attempt)).toEqual(expect.arrayContaining([1, 2]));
      await eventually('the completion is told', () => deployment.ledger.completions().length > 0);
      expect(deployment.ledger.completions()).toEqual([id]);
      expect(complaintsOf(deployment.ledger.entries('warn'), slow.pid)).toEqual([expect.stringContaining('lease was lost')]);
    });

    it('A-DR-1: the signal of the late attempt is aborted', async () => {
      const deployment = await open();
      await deployment.startMany(2, { worker: { ...QUICK, lease: 600 } });
      const id = await deployment.enqueue([{ block: 1_800, wait: 60_000 }, { wait: 2_500 }]);
      const slow = await deployment.untilStarted(id);
      await deployment.untilStarted(id, 2);
      await expect(deployment.until(id, 'completed')).resolves.toMatchObject({ retryCount: 1, result: { attempt: 2 } });
      expect(deployment.ledger.of(id, 'aborted')).toMatchObject([{ pid: slow.pid, attempt: 1, text: 'lease-lost' }]);
      expect(complaintsOf(deployment.ledger.entries('warn'), slow.pid)).toEqual([expect.stringContaining('lease was lost')]);
    });

    it('R3.7: what a worker writes that was stopped beyond its lease and goes on is fenced off', async () => {
      const deployment = await open();
      const stopped = await deployment.start();
      const id = await deployment.enqueue([{ wait: 500, deaf: true }, { wait: 2_500 }]);
      await deployment.untilStarted(id);
      process.kill(stopped.pid, 'SIGSTOP');
      const other = await deployment.start();
      await deployment.untilStarted(id, 2);
      process.kill(stopped.pid, 'SIGCONT');
      await eventually('the stopped handler goes on', () => deployment.ledger.of(id, 'ended').length === 1);
      await expect(deployment.job(id)).resolves.toMatchObject({ status: 'running', workerId: other.id });
      await expect(deployment.until(id, 'completed')).resolves.toMatchObject({ retryCount: 1, result: { attempt: 2, pid: other.pid } });
      await eventually('the completion is told', () => deployment.ledger.completions().length > 0);
      expect(deployment.ledger.completions()).toEqual([id]);
    });
  });
});

function complaintsOf(entries: readonly { pid: number; text: string }[], pid: number): string[] {
  return entries.filter((entry) => entry.pid === pid).map(({ text }) => text);
}

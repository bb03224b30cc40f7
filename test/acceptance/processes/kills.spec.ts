import { describe, expect, it } from '@jest/globals';
import type { WorkerOptions } from '../../../lib/index.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import type { Deployment, WorkerProcess } from './support/deployment.js';
import { deployments } from './support/deployments.js';
import { report } from './support/report.js';

const PROCESSES = size(3, 8);
const KILLS = size(10, 40);
const LEASE = 2_000;
const WORKER = { concurrency: 5, lease: LEASE, pollInterval: 100, sweepInterval: 200 };
const WORK = [{ wait: 100 }];
const MAX_RETRIES = 3;

describe('workers are killed at any moment', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it.each([0, 20])(
      `R3.7, R1.4: after ${KILLS} kills every job is final, none completed twice, and only jobs of the killed ran again (prefetch %i)`,
      async (prefetch) => {
        const worker = { ...WORKER, prefetch };
        const deployment = await open();
        await deployment.startMany(PROCESSES, { worker });
        const { killed, onRunningJobs } = await whileFed(deployment, () => killAll(deployment, worker));
        expect(killed.size).toBe(KILLS);
        expect(onRunningJobs).toBeGreaterThanOrEqual(KILLS / 2);
        const began = performance.now();
        await deployment.untilFinished(HEAVY_TIMEOUT);
        report(`${db.name}: from the last kill until all is finished`, 1, performance.now() - began);
        await checkHistory(deployment, killed);
      },
      HEAVY_TIMEOUT,
    );
  });
});

/** Keeps the workers busy until the action ends, by enqueues of the same moment, which share their commits. */
async function whileFed<T>(deployment: Deployment, act: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const action = act().finally(() => done.abort());
  while (!done.signal.aborted) {
    await Promise.all(Array.from({ length: 100 }, () => deployment.enqueue(WORK)));
    await eventually('work runs out or is no longer needed', async () => done.signal.aborted || (await deployment.unfinished()) < 100);
  }
  return action;
}

/** Kills one worker after the other; each time another takes its place. */
async function killAll(deployment: Deployment, worker: WorkerOptions): Promise<{ killed: Set<number>; onRunningJobs: number }> {
  const killed = new Set<number>();
  let onRunningJobs = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const victim = deployment.workers.find(({ pid }) => !killed.has(pid)) as WorkerProcess;
    if (kill % 2 === 0) await eventually('the victim runs a job', () => hasRunningJob(deployment, victim));
    await victim.child.kill('SIGKILL');
    killed.add(victim.pid);
    if (hasRunningJob(deployment, victim)) onRunningJobs++;
    await deployment.start({ worker });
  }
  return { killed, onRunningJobs };
}

function hasRunningJob({ ledger }: Deployment, { pid }: WorkerProcess): boolean {
  const own = ledger.entries('started', 'ended').filter((entry) => entry.pid === pid);
  return own.filter(({ event }) => event === 'started').length > own.filter(({ event }) => event === 'ended').length;
}

async function checkHistory(deployment: Deployment, killed: ReadonlySet<number>): Promise<void> {
  const { ledger } = deployment;
  const executions = ledger.executions();
  const wrong = (await deployment.rows()).filter((row) => {
    const starts = executions.get(row.id) ?? [];
    const repeated = starts.slice(0, -1);
    const final = row.status === 'completed' || (row.status === 'failed' && row.errorCode === 'WORKER_LOST');
    return !final || row.retryCount > MAX_RETRIES || starts.length > row.retryCount + 1 || repeated.some(({ pid }) => !killed.has(pid));
  });
  expect(wrong).toEqual([]);
  expect([...executions.values()].filter((starts) => starts.length > 1).length).toBeGreaterThan(0);
  const completions = ledger.completions();
  expect(new Set(completions).size).toBe(completions.length);
}

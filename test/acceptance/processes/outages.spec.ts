import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type QueueModuleOptions } from '../../../lib/index.js';
import type { DatabaseCluster } from '../../support/cluster.js';
import { eachCluster } from '../../support/each-cluster.js';
import { eventually } from '../../support/eventually.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import { Deployment } from './support/deployment.js';
import { report } from './support/report.js';

const JOBS = size(300, 2_000);
const DOWN = 2_000;
const FROZEN = size(3_000, 5_000);
const QUERY_TIMEOUT = 800;
const POLL = 200;
const worker = { concurrency: 5, pollInterval: POLL, sweepInterval: 200 };
const UNAVAILABLE = { name: 'DatabaseError', code: 'DATABASE_UNAVAILABLE', retryable: true };

describe('the database is away', () => {
  eachCluster((server) => {
    let cluster: DatabaseCluster;
    let deployment: Deployment;
    beforeAll(async () => {
      cluster = await server.start();
    }, 60_000);
    afterEach(async () => {
      await cluster.start();
      await deployment.close();
    });

    const open = async (queue: QueueModuleOptions = {}): Promise<void> => {
      const options = { type: server.name, url: cluster.url };
      deployment = await Deployment.open(options, queue);
      await deployment.observer.dataSource.query('DELETE FROM jobs');
    };
    const startWorkers = (lease: number) => deployment.startMany(2, { worker: { ...worker, lease }, queue: { queryTimeout: QUERY_TIMEOUT } });

    it(
      'A-CR-2, R3.12: after a restart under load work resumes by itself; nothing is lost and nothing completed twice',
      async () => {
        await open();
        const workers = await startWorkers(10_000);
        await deployment.enqueueMany(JOBS, [{ wait: 20 }]);
        await someCompleted(deployment, 20);
        await cluster.stop();
        await sleep(DOWN);
        await cluster.start();
        await checkResumed(deployment, 'back');
        expect(deployment.ledger.executions().size).toBe(JOBS);
        expect(workers.every(({ pid }) => isAlive(pid))).toBe(true);
      },
      HEAVY_TIMEOUT,
    );

    it('R2.8, R6.6: while it is down an enqueue fails with a typed error, and nothing is accepted', async () => {
      await open();
      await cluster.stop();
      await expect(deployment.jobs.enqueue('work', {})).rejects.toMatchObject(UNAVAILABLE);
      await expect(deployment.jobs.enqueue('work', {}, { idempotencyKey: 'key' })).rejects.toThrow(DatabaseError);
      await expect(deployment.jobs.enqueueMany([{ type: 'work' }, { type: 'work' }])).rejects.toMatchObject(UNAVAILABLE);
      await cluster.start();
      await expect(deployment.rows()).resolves.toEqual([]);
      await expect(deployment.jobs.enqueue('work', {}, { idempotencyKey: 'key' })).resolves.toMatchObject({ created: true });
    });

    it('R3.12: while it is frozen calls fail in time instead of hanging, more of them than the pool has connections', async () => {
      await open({ queryTimeout: QUERY_TIMEOUT });
      await cluster.freeze();
      const began = performance.now();
      const calls = Array.from({ length: 15 }, (_, index) => deployment.jobs.enqueue('work', {}, { idempotencyKey: `frozen-${index}` }));
      const failures = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
      expect(performance.now() - began).toBeLessThan(QUERY_TIMEOUT * 2.5);
      expect(failures).toEqual(calls.map(() => expect.objectContaining({ ...UNAVAILABLE, databaseCode: 'QUERY_TIMEOUT' })));
      await cluster.thaw();
      const after = Array.from({ length: 30 }, (_, index) => deployment.jobs.enqueue('work', {}, { idempotencyKey: `after-${index}` }));
      await expect(Promise.all(after)).resolves.toHaveLength(30);
      // A call that timed out may have been carried out or not, but with its key it is the same job when it is repeated.
      for (let index = 0; index < 15; index++) await deployment.jobs.enqueue('work', {}, { idempotencyKey: `frozen-${index}` });
      await expect(deployment.rows()).resolves.toHaveLength(45);
    });

    it(
      'R3.12: frozen under load beyond the lease, a running job is aborted; after it nothing is lost and nothing completed twice',
      async () => {
        await open();
        const workers = await startWorkers(FROZEN / 2);
        const long = await deployment.enqueue([{ wait: 60_000 }, {}]);
        await deployment.untilStarted(long);
        await deployment.enqueueMany(JOBS - 1, [{ wait: 20 }]);
        await someCompleted(deployment, 20);
        await cluster.freeze();
        await sleep(FROZEN);
        await cluster.thaw();
        await checkResumed(deployment, 'thawed');
        expect(deployment.ledger.of(long, 'aborted')).toMatchObject([{ attempt: 1, text: 'lease-lost' }]);
        await expect(deployment.job(long)).resolves.toMatchObject({ retryCount: 1, result: { attempt: 2 } });
        expect(workers.every(({ pid }) => isAlive(pid))).toBe(true);
      },
      HEAVY_TIMEOUT,
    );

    async function checkResumed({ ledger }: Deployment, what: string): Promise<void> {
      const before = ledger.entries('started').length;
      const began = performance.now();
      await eventually('a worker starts a job again', () => ledger.entries('started').length > before);
      report(`${server.name}: from ${what} until the next job starts`, 1, performance.now() - began);
      await deployment.untilFinished(HEAVY_TIMEOUT);
      const rows = await deployment.rows();
      expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(JOBS);
      const completions = ledger.completions();
      expect(new Set(completions).size).toBe(completions.length);
    }
  });
});

async function someCompleted({ ledger }: Deployment, count: number): Promise<void> {
  await eventually(`${count} jobs are completed`, () => ledger.completions().length >= count);
}

function isAlive(pid: number): boolean {
  return process.kill(pid, 0);
}

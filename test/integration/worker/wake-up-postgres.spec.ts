import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { QueueModuleOptions } from '../../../lib/index.js';
import { WakeUp } from '../../../lib/signals/wake-up.js';
import { availableDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { recordPgStatements, type SentStatement } from '../../support/pg-statements.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { Held, handlerOf } from '../support/handlers.js';

const LISTENERS = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'nestjs-typeorm-queue wake-up'`;

const isLive = ({ app }: QueueApp) => app.get(WakeUp, { strict: false }).live;
const notifications = (sent: readonly SentStatement[]) => sent.filter(({ text }) => text.includes('pg_notify'));

async function listeners({ dataSource }: QueueApp): Promise<number> {
  const [row] = await dataSource.query<[{ count: string }]>(`SELECT count(*) ${LISTENERS}`);
  return Number(row.count);
}

describe.each(availableDatabases().filter(({ name }) => name === 'postgres'))('R7.5 wake-up between processes, on $name', (db) => {
  afterEach(() => void jest.restoreAllMocks());

  eachWithoutLeaks(() => {
    const start = queueStarter(db);
    const startProducer = (queue: QueueModuleOptions = {}) => start({ queue: { worker: false, ...queue } });

    /** A worker that polls once an hour, listens, and has nothing under way. */
    async function startWorker(held: Held): Promise<QueueApp> {
      const queue = await start({ handlers: [held.handler], queue: { wakeUp: true, worker: BY_HAND } });
      await eventually('the worker hears notifications', () => isLive(queue));
      await queue.worker?.runOnce();
      return queue;
    }

    it('a job starts that another process enqueued, alone, with others, in a transaction, or moved to now', async () => {
      const held = new Held('job');
      const [worker, { jobs, dataSource }] = [await startWorker(held), await startProducer()];
      const ways = [
        async () => (await jobs.enqueue('job')).job,
        async () => (await jobs.enqueueMany([{ type: 'job' }]))[0]?.job,
        async () => (await dataSource.transaction((manager) => jobs.enqueue('job', {}, { manager }))).job,
        async () => jobs.reschedule((await jobs.enqueue('job', {}, { delay: '1h' })).job.id, { delay: 0 }),
      ];
      for (const enqueue of ways) {
        const attempt = held.next();
        const job = await enqueue();
        const { job: started, end } = await attempt;
        expect(started.id).toBe(job?.id);
        end();
        await worker.worker?.runOnce();
      }
    });

    it('jobs committed while the listener was cut off start when it is back, and later ones at once', async () => {
      const held = new Held('job');
      const [worker, producer] = [await startWorker(held), await startProducer()];
      await producer.dataSource.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`);
      await eventually('the worker knows', () => !isLive(worker));
      await producer.jobs.enqueue('job');
      (await held.next()).end();
      await eventually('the worker hears notifications again', () => isLive(worker));
      await worker.worker?.runOnce();
      await producer.jobs.enqueue('job');
      (await held.next()).end();
      const warned = [worker, producer].flatMap(({ logger }) => logger.texts('warn')).filter((text) => text.includes('listens'));
      expect(warned).toEqual([expect.stringContaining('57P01')]);
    });

    it('only processes with a worker listen, and none with `wakeUp: false`, nor do they notify', async () => {
      const quiet = handlerOf('job', () => null);
      const sent = recordPgStatements();
      const worker = await start({ handlers: [quiet], queue: { wakeUp: false, worker: BY_HAND } });
      await worker.jobs.enqueue('job');
      await startProducer();
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      expect([await listeners(worker), notifications(sent).length]).toEqual([0, 0]);
      await startWorker(new Held('other'));
      expect(await listeners(worker)).toBe(1);
    });

    it('a process is told of the commit of a transaction, not of its enqueue, and of no roll-back', async () => {
      const producer = await startProducer();
      const { jobs, dataSource } = producer;
      const sent = recordPgStatements();
      const work = dataSource.transaction(async (manager) => {
        await jobs.enqueue('job', {}, { manager });
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      await dataSource.transaction(async (manager) => {
        await jobs.enqueue('job', {}, { manager });
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        expect(notifications(sent)).toEqual([]);
      });
      await producer.close();
      expect(notifications(sent)).toEqual([{ text: expect.any(String), inTransaction: false }]);
    });

    it('A-SL-6: 200 parallel transactional enqueues send few notifications, none of them in a transaction', async () => {
      const producer = await startProducer();
      const { jobs, dataSource } = producer;
      const sent = recordPgStatements();
      const enqueue = () => dataSource.transaction((manager) => jobs.enqueue('job', {}, { manager }));
      await Promise.all(Array.from({ length: 200 }, enqueue));
      await producer.close();
      const notified = notifications(sent);
      expect(sent.filter(({ text }) => text === 'COMMIT').length).toBeGreaterThanOrEqual(200);
      expect(notified.length).toBeGreaterThan(0);
      expect(notified.length).toBeLessThan(50);
      expect(notified.filter(({ inTransaction }) => inTransaction)).toEqual([]);
    });

    it('what one worker tells, another does not repeat', async () => {
      const held = new Held('job');
      const [first] = [await startWorker(held), await startWorker(held)];
      const sent = recordPgStatements();
      await first.jobs.enqueue('job');
      (await held.next()).end();
      await Promise.all([first.worker?.runOnce(), eventually('the job has ended', async () => (await first.jobs.counts())[0]?.completed === 1)]);
      expect(notifications(sent)).toHaveLength(1);
    });

    it('A-LE-5: an idle worker that listens closes in less than a second', async () => {
      const worker = await startWorker(new Held('job'));
      const begun = performance.now();
      await worker.close();
      expect(performance.now() - begun).toBeLessThan(1_000);
    });
  });
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { JobHandler } from '../../lib/index.js';
import { JobQueueEntity } from '../../lib/store/typeorm/entities/job-queue.entity.js';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import { eventually } from '../support/eventually.js';
import { BY_HAND } from '../support/queue-app.js';
import { queueDatabase, unique } from '../support/queue-database.js';
import { sqliteDatabase } from '../support/sqlite-database.js';
import { transactionsOf } from '../support/transactions.js';

const handled: string[] = [];

@JobHandler('counted')
class Counted {
  async handle(_payload: unknown, { id }: { id: string }): Promise<void> {
    await setImmediate();
    handled.push(id);
  }
}

describe('the one connection of better-sqlite3', () => {
  const queue = queueDatabase(sqliteDatabase(), { handlers: [Counted], queue: { worker: { ...BY_HAND, concurrency: 5 } } });
  const transaction = transactionsOf(() => queue.dataSource);
  const rolledBack = new Error('rolled back');
  const onlyRolledBack = (error: unknown): void => {
    if (error !== rolledBack) throw error;
  };

  /** Requests of the app that write, wait a while with their transaction open, and end it, every second one by a roll-back. */
  async function requests(count: number, work: (index: number) => Promise<void> = () => Promise.resolve()): Promise<string[]> {
    const kept: string[] = [];
    const all = Array.from({ length: count }, (_, index) =>
      transaction(async (manager) => {
        const name = unique('row');
        await manager.insert(JobQueueEntity, { name });
        for (let turn = 0; turn < 5; turn++) await setImmediate();
        await work(index);
        if (index % 2) throw rolledBack;
        kept.push(name);
      }).catch(onlyRolledBack),
    );
    await Promise.all(all);
    return kept;
  }

  it('R2.8: of 300 plain enqueues, while transactions of other requests open and roll back, none that was acknowledged is lost', async () => {
    const type = unique('plain');
    const enqueues = Array.from({ length: 300 }, async (_, n) => {
      for (let turn = 0; turn < n; turn++) await setImmediate();
      return (await queue.jobs.enqueue(type, { n })).job.id;
    });
    const [kept, ids] = await Promise.all([requests(100), Promise.all(enqueues)]);
    const stored = (await queue.dataSource.getRepository(JobEntity).findBy({ type })).map(({ id }) => id);
    expect(stored.toSorted()).toEqual(ids.toSorted());
    const rows = await queue.dataSource.getRepository(JobQueueEntity).find();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(kept.toSorted());
  });

  it('A-DL-5: 20 transactional enqueues, a worker of concurrency 5 and user transactions together: no error, each job of a commit once', async () => {
    handled.length = 0;
    const outcomes: { id: string; commits: boolean }[] = [];
    const enqueues = Array.from({ length: 20 }, (_, index) =>
      transaction(async (manager) => {
        const { job } = await queue.jobs.enqueue('counted', { index }, { manager });
        outcomes.push({ id: job.id, commits: index % 2 === 0 });
        await setImmediate();
        if (index % 2) throw rolledBack;
      }).catch(onlyRolledBack),
    );
    const plain = Array.from({ length: 20 }, () => queue.jobs.enqueue('counted', {}));
    await Promise.all([...enqueues, ...plain, requests(20), queue.queueApp.worker?.runOnce(), queue.store.rescue(10), queue.jobs.counts()]);
    const completed = async () => (await queue.jobs.list({ type: 'counted', status: 'completed' })).jobs.length;
    await eventually('30 jobs completed', async () => {
      await queue.queueApp.worker?.runOnce();
      return (await completed()) === 30;
    });
    const expected = [...outcomes.filter(({ commits }) => commits).map(({ id }) => id), ...(await Promise.all(plain)).map(({ job }) => job.id)];
    expect(handled.toSorted()).toEqual(expected.toSorted());
    expect(queue.queueApp.logger.texts('error')).toEqual([]);
  });
});

describe('a transaction that stays open on better-sqlite3', () => {
  const queue = queueDatabase(sqliteDatabase(), { queue: { queryTimeout: '1s' } });

  it('R2.8: transactions that follow each other without a pause keep no enqueue waiting', async () => {
    const seen = { stored: false, transactions: 0 };
    const { waiting } = await queue.dataSource.transaction(async (manager) => {
      await manager.query('SELECT 1');
      const enqueued = queue.jobs.enqueue('patient').then(() => (seen.stored = true));
      await setImmediate();
      return { waiting: enqueued };
    });
    for (; !seen.stored && seen.transactions < 500; seen.transactions++) await queue.dataSource.transaction(() => setImmediate());
    await waiting;
    expect(seen.transactions).toBeLessThanOrEqual(2);
  });

  it('R2.8: makes an enqueue fail in bounded time, with nothing stored', async () => {
    const type = unique('blocked');
    await queue.dataSource.transaction(async (manager) => {
      await manager.insert(JobQueueEntity, { name: type });
      const patient = Date.now();
      await expect(queue.jobs.enqueue(type)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true });
      expect(Date.now() - patient).toBeLessThan(15_000);
    });
    expect(await queue.dataSource.getRepository(JobEntity).countBy({ type })).toBe(0);
  });
});

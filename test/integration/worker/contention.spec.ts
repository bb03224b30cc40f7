import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Connector } from '../../../lib/store/typeorm/pooled-executor.js';
import { mysqlConnector } from '../../../lib/store/typeorm/mysql/mysql-connector.js';
import { PostgresConnector } from '../../../lib/store/typeorm/postgres/postgres-connector.js';
import { StatementCache } from '../../../lib/store/typeorm/sqlite/statement-cache.js';
import { eachDatabase, type TestDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { Held, handlerOf } from '../support/handlers.js';

const CODES: Record<TestDatabase['name'], readonly string[]> = {
  sqlite: ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'],
  postgres: ['40001', '40P01', '55P03'],
  mariadb: ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'],
};
const CHANGES_JOBS = /^\s*(UPDATE|WITH|SELECT)\b/;

/** The next statements of the queue, at the driver's connection, meet another transaction and are undone. */
function loseNext(db: TestDatabase, times: number, code: string) {
  const faults = { left: times };
  const check = (text: string) => {
    if (faults.left <= 0 || !CHANGES_JOBS.test(text)) return;
    faults.left--;
    throw Object.assign(new Error(`lost to another transaction: ${code}`), { code });
  };
  if (db.name === 'sqlite') loseOnSqlite(check);
  else loseOn(db.name === 'postgres' ? PostgresConnector.prototype : mysqlConnector, check);
  return faults;
}

function loseOn(connector: Connector, check: (text: string) => void): void {
  // eslint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { query } = connector;
  jest.spyOn(connector, 'query').mockImplementation(async function (this: Connector, connection, statement) {
    check(statement.text);
    return query.call(this, connection, statement);
  });
}

function loseOnSqlite(check: (text: string) => void): void {
  // eslint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { get } = StatementCache.prototype;
  jest.spyOn(StatementCache.prototype, 'get').mockImplementation(function (this: StatementCache, connection, text) {
    check(text);
    return get.call(this, connection, text);
  });
}

/** What an app hears at its start of a SQLite file without WAL is not meant. */
function complaints({ logger }: QueueApp): string[] {
  return [...logger.texts('warn'), ...logger.texts('error')].filter((text) => !text.includes('WAL mode'));
}

describe('A-DL-2 statements that lose to another transaction', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  eachDatabase((db) => {
    const start = queueStarter(db);

    it.each(CODES[db.name])('%s while an outcome is written: completed, and the handler ran once', async (code) => {
      const held = new Held('job');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      const { id } = (await queue.jobs.enqueue('job')).job;
      const attempt = await held.next();
      const faults = loseNext(db, 2, code);
      attempt.end('kept');
      await queue.worker?.runOnce();
      expect(faults.left).toBe(0);
      expect(await queue.jobs.find(id)).toMatchObject({ status: 'completed', retryCount: 0, result: 'kept' });
      expect(held.attempts).toHaveLength(1);
      expect(complaints(queue)).toEqual([]);
    });

    it('more often than one call tries: the outcome is written all the same', async () => {
      const held = new Held('job');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      const { id } = (await queue.jobs.enqueue('job')).job;
      const attempt = await held.next();
      const faults = loseNext(db, 9, CODES[db.name][0] as string);
      attempt.end('kept');
      await eventually('the faults are used up', () => faults.left === 0);
      await eventually('the outcome is written', async () => (await queue.jobs.find(id))?.status === 'completed');
      expect(held.attempts).toHaveLength(1);
      expect(queue.logger.texts('error')).toEqual([]);
    });

    it.each(CODES[db.name])('%s in a claim: tried again, quietly', async (code) => {
      let runs = 0;
      const producer = await start({ queue: { worker: false } });
      const queue = await start({ handlers: [handlerOf('job', () => ++runs)], queue: { worker: BY_HAND } });
      await queue.worker?.runOnce();
      const { id } = (await producer.jobs.enqueue('job')).job;
      const faults = loseNext(db, 2, code);
      expect(await queue.worker?.runOnce()).toBe(1);
      expect([faults.left, runs]).toEqual([0, 1]);
      expect(await queue.jobs.find(id)).toMatchObject({ status: 'completed' });
      expect(complaints(queue)).toEqual([]);
    });

    it('in a claim, more often than one call tries: no job this time, no error line, and a later pass takes it', async () => {
      let runs = 0;
      const queue = await start({ handlers: [handlerOf('job', () => ++runs)], queue: { worker: { ...BY_HAND, pollInterval: 20 } } });
      await queue.worker?.runOnce();
      const { id } = (await queue.jobs.enqueue('job', {}, { delay: '1h' })).job;
      const faults = loseNext(db, Infinity, CODES[db.name][0] as string);
      await expect(queue.worker?.runOnce()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true });
      faults.left = 0;
      expect([runs, await queue.jobs.find(id)]).toEqual([0, expect.objectContaining({ status: 'pending', retryCount: 0 })]);
      await queue.jobs.reschedule(id, { delay: 0 });
      await eventually('a later pass takes it', async () => (await queue.jobs.find(id))?.status === 'completed');
      expect(runs).toBe(1);
      expect(queue.logger.texts('error')).toEqual([]);
    });
  });
});

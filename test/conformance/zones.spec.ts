import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSourceOptions } from 'typeorm';
import { eachDatabase, type FreshDatabase } from '../support/databases.js';
import { spawnFixture } from '../support/processes.js';
import { QueueDatabase, queueDatabase } from '../support/queue-database.js';

interface Told {
  offset: number;
  fixed: { id: string; runAt: number[] };
  delayed: { id: string; runAt: number; createdAt: number };
}

/** Within the hour that clocks skip or repeat, somewhere. */
const RUN_AT = Date.parse('2026-11-01T09:30:00.501Z');
const ZONES: [string, number][] = [
  ['America/Los_Angeles', 480],
  ['UTC', 0],
  ['Asia/Kathmandu', -345],
];

describe('A-TI-2 producers and workers in different time zones', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it.each(ZONES)('an instant given under TZ=%s is the same here, to the millisecond', async (TZ, offset) => {
      const child = spawnFixture('instants', { database: { ...queue.fresh.options }, runAt: RUN_AT }, { TZ });
      const told = await child.message<Told>();
      await child.exit;
      expect(told).toMatchObject({ offset, fixed: { runAt: [RUN_AT, RUN_AT] } });
      expect((await queue.jobs.find(told.fixed.id))?.runAt.getTime()).toBe(RUN_AT);
      const delayed = await queue.jobs.find(told.delayed.id);
      expect([delayed?.runAt.getTime(), delayed?.createdAt.getTime()]).toEqual([told.delayed.runAt, told.delayed.createdAt]);
      expect(told.delayed.runAt - told.delayed.createdAt).toBe(3_600_000);
      await queue.store.promote(100);
      expect(await queue.claim('delayed')).toEqual([]);
      await queue.change(told.delayed.id, { runAt: told.delayed.createdAt });
      await queue.store.promote(100);
      expect((await queue.claim('delayed')).map(({ job }) => job.id)).toEqual([told.delayed.id]);
    });
  });
});

/** The zone of each session: set by the server's options on PostgreSQL, by a statement before each use of a connection on MariaDB. */
function inZone(db: string, [zone, offset]: [string, string]): Partial<DataSourceOptions> {
  if (db === 'postgres') return { extra: { options: `-c TimeZone=${zone}` } };
  return { timezone: offset, extra: { connectionLimit: 3 } };
}

describe('A-TI-2 time zones of the session', () => {
  eachDatabase((db) => {
    if (db.name === 'sqlite') return it('SQLite has no session zone', () => expect(db.name).toBe('sqlite'));
    describe.each<[string, string]>([
      ['America/Los_Angeles', '-08:00'],
      ['Asia/Kathmandu', '+05:45'],
      ['UTC', '+00:00'],
    ])('%s', (zone, offset) => {
      const away = new QueueDatabase();
      let here: QueueDatabase;
      let database: FreshDatabase;
      beforeAll(async () => {
        database = await db.create();
        await away.start(
          { name: db.name, create: () => Promise.resolve(database) },
          { database: inZone(db.name, [zone, offset]) as DataSourceOptions },
        );
        if (db.name === 'mariadb') {
          const { pool } = away.dataSource.driver as unknown as {
            pool: { on(event: string, listener: (connection: { query(sql: string): void }) => void): void };
          };
          pool.on('acquire', (connection) => connection.query(`SET time_zone = '${offset}'`));
        }
        here = new QueueDatabase();
        await here.start({ name: db.name, create: () => Promise.resolve({ ...database, drop: () => Promise.resolve() }) }, {});
      });
      afterAll(async () => {
        await here.stop();
        await away.stop();
      });

      it('the same instants, and the same clock', async () => {
        const jobs = await Promise.all(Array.from({ length: 5 }, () => away.jobs.enqueue('fixed', {}, { runAt: new Date(RUN_AT) })));
        for (const { job } of jobs) expect((await here.jobs.find(job.id))?.runAt.getTime()).toBe(RUN_AT);
        const plain = await Promise.all(Array.from({ length: 5 }, () => away.jobs.enqueue('plain')));
        const until = (await here.jobs.enqueue('clock')).job.createdAt.getTime();
        for (const { job } of plain) expect(Math.abs(until - job.createdAt.getTime())).toBeLessThan(30_000);
        expect(await here.claim('plain')).toHaveLength(5);
        const seen: { zone: string }[] = await away.dataSource.query(
          db.name === 'postgres' ? `SELECT current_setting('TimeZone') AS zone` : 'SELECT @@session.time_zone AS zone',
        );
        expect([zone, offset]).toContain(seen[0]?.zone);
      });
    });
  });
});

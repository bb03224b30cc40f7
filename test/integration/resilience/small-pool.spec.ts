import { describe, expect, it } from '@jest/globals';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JobHandler } from '../../../lib/index.js';
import { availableDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { queueStarter } from '../support/apps.js';

const JOBS = 40;

@Injectable()
@JobHandler('query')
class QueryHandler {
  runs = 0;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async handle(): Promise<void> {
    this.runs++;
    await this.dataSource.transaction((manager) => manager.query('SELECT 1'));
  }
}

describe.each(availableDatabases().filter(({ name }) => name !== 'sqlite'))('A-LE-4: concurrency above the size of the pool, on $name', (db) => {
  const start = queueStarter(db);

  it('warns at the start, and runs all jobs once, though their handlers use the database', async () => {
    const queue = await start({
      database: { poolSize: 3 } as never,
      handlers: [QueryHandler],
      queue: { worker: { concurrency: 10, lease: 5_000 } },
    });
    expect(queue.logger.texts('warn')).toEqual([expect.stringContaining('worker.concurrency is 10, and the connection pool has 3')]);
    await queue.jobs.enqueueMany(Array.from({ length: JOBS }, () => ({ type: 'query' })));
    await eventually('all jobs are completed', async () => (await queue.jobs.counts())[0]?.completed === JOBS);
    expect(queue.app.get(QueryHandler).runs).toBe(JOBS);
  });
});

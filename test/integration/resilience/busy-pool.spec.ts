import { describe, expect, it } from '@jest/globals';
import { availableDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { queueStarter } from '../support/apps.js';
import { aborted, Held } from '../support/handlers.js';

const WORKER = { concurrency: 2, pollInterval: 50, sweepInterval: 50, lease: 1_500, heartbeatInterval: 100 } as const;

describe.each(availableDatabases().filter(({ name }) => name !== 'sqlite'))('A-CR-5: the app holds every connection of the pool, on $name', (db) => {
  const start = queueStarter(db);

  it('claims, heartbeats and sweeps survive; the lost job is aborted here, runs again, and its late result is dropped', async () => {
    const held = new Held('held');
    const queue = await start({ database: { poolSize: 2 } as never, handlers: [held.handler], queue: { worker: WORKER, queryTimeout: 300 } });
    const { job } = await queue.jobs.enqueue('held');
    const first = await held.next();
    const runners = [1, 2].map(() => queue.dataSource.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect() as Promise<unknown>));
    expect(await aborted(first.job.signal)).toMatchObject({ reason: 'lease-lost' });
    await Promise.all(runners.map((runner) => runner.release()));
    const second = await held.next();
    first.end('late');
    second.end('right');
    await eventually('the job is completed', async () => (await queue.jobs.find(job.id))?.status === 'completed');
    expect(await queue.jobs.find(job.id)).toMatchObject({ result: 'right', retryCount: 1 });
    expect(held.attempts).toHaveLength(2);
    const tried = queue.logger.texts('warn').filter((text) => text.includes('again:'));
    expect(tried.length).toBeGreaterThan(0);
    expect(new Set(tried).size).toBe(tried.length);
  });
});

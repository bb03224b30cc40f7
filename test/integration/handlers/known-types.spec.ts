import { describe, expect, it } from '@jest/globals';
import { JobHandler } from '../../../lib/index.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { eachDatabase } from '../../support/databases.js';
import { handlerOf } from '../support/handlers.js';

describe('A-LO-6, R3.2: a worker claims the types that it has a handler for, and no other', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);
    const startWith = (...types: string[]) => {
      const handlers = types.map((type) => handlerOf(type, () => `by ${type}`));
      return start({ handlers, queue: { worker: { ...BY_HAND, concurrency: 2 } } });
    };

    it("jobs of unknown types wait untouched, and stand in nobody's way", async () => {
      const { jobs, worker } = await startWith('a');
      const others = await jobs.enqueueMany(Array.from({ length: 5 }, () => ({ type: 'b', priority: 'high' as const })));
      const { job } = await jobs.enqueue('a');
      await worker?.runOnce();
      expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', result: 'by a' });
      for (const other of others) expect(await jobs.find(other.job.id)).toEqual(other.job);
    });

    it('they run when a worker that knows them starts', async () => {
      const old = await startWith('a');
      const { job } = await old.jobs.enqueue('b');
      await old.worker?.runOnce();
      const { jobs, worker } = await startWith('a', 'b');
      await worker?.runOnce();
      expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', retryCount: 0, result: 'by b' });
    });

    it('types are told apart by case and accents', async () => {
      const { jobs, worker } = await startWith('Mail');
      const others = await jobs.enqueueMany([{ type: 'mail' }, { type: 'Màil' }]);
      await worker?.runOnce();
      for (const other of others) expect(await jobs.find(other.job.id)).toEqual(other.job);
    });
  });
});

describe('options of the handler class at enqueue', () => {
  const start = queueStarter();

  @JobHandler('declared', { queue: 'mail', maxRetries: 9 })
  class DeclaredHandler {
    handle(_payload: { n: number }): void {}
  }

  @JobHandler('half-declared', { queue: 'mail' })
  class HalfHandler {
    handle(): void {}
  }

  class Undecorated {
    handle(): void {}
  }

  const queue = { worker: BY_HAND, handlers: { queue: 'from-module', maxRetries: 4 } };

  it.each([
    ['where this process provides the class', [DeclaredHandler]],
    ['where it does not', []],
  ])('are those of its jobs %s', async (_where, handlers) => {
    const { jobs } = await start({ handlers, queue });
    const { job } = await jobs.enqueue(DeclaredHandler, { n: 1 });
    expect(job).toMatchObject({ type: 'declared', queue: 'mail', maxRetries: 9, payload: { n: 1 } });
  });

  it('count for its name too where this process provides it; else the module says', async () => {
    const known = await start({ handlers: [DeclaredHandler], queue });
    expect((await known.jobs.enqueue('declared')).job).toMatchObject({ queue: 'mail', maxRetries: 9 });
    expect((await known.jobs.enqueue('unknown')).job).toMatchObject({ queue: 'from-module', maxRetries: 4 });
  });

  it('are filled up from those of the module, and the call goes over both', async () => {
    const { jobs } = await start({ queue });
    expect((await jobs.enqueue(HalfHandler, {})).job).toMatchObject({ queue: 'mail', maxRetries: 4 });
    expect((await jobs.enqueue(DeclaredHandler, { n: 1 }, { queue: 'own', maxRetries: 0 })).job).toMatchObject({ queue: 'own', maxRetries: 0 });
  });

  it('that are bad are refused at the call where no app start could refuse them', async () => {
    const { jobs } = await start({ queue });
    const Bad = handlerOf('bad-retries', () => null, { maxRetries: -1 });
    await expect(jobs.enqueue(Bad as never, {} as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      option: "@JobHandler('bad-retries').maxRetries",
    });
  });

  it('a class without the decorator is refused by name', async () => {
    const { jobs } = await start({ queue });
    await expect(jobs.enqueue(Undecorated, {})).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      field: 'type',
      message: expect.stringContaining('Undecorated'),
    });
  });
});

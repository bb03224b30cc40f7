import { describe, expect, it } from '@jest/globals';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, handlerOf, Held } from '../support/handlers.js';
import { beginClose } from './support/begin-close.js';

describe('R3.8: app.close() while jobs run', () => {
  eachDatabase((db) =>
    eachWithoutLeaks(() => {
      const start = queueStarter(db);
      const read = async (id: string) => (await start({ queue: { worker: false } })).jobs.find(id);

      it('A-WI-4, A-LO-7: waits for the handler, which can still enqueue, and writes its result before the DataSource closes', async () => {
        const held = new Held('held');
        const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
        const { job } = await queue.jobs.enqueue('held');
        const attempt = await held.next();
        const { closed } = await beginClose(queue);
        const child = await queue.jobs.enqueue('child');
        expect(queue.dataSource.isInitialized).toBe(true);
        attempt.end('done');
        await closed;
        expect(queue.dataSource.isInitialized).toBe(false);
        expect([await read(job.id), await read(child.job.id)]).toMatchObject([{ status: 'completed', result: 'done' }, { status: 'pending' }]);
        expect(queue.logger.texts('error')).toEqual([]);
      });

      it('A-DR-4: heartbeats go on until the last handler has ended', async () => {
        const held = new Held('held');
        const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, lease: 1_000, heartbeatInterval: 50 } } });
        const { job } = await queue.jobs.enqueue('held');
        const attempt = await held.next();
        const other = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
        const leaseEnd = async () => Number((await other.dataSource.getRepository(JobEntity).findOneByOrFail({ id: job.id })).leaseExpiresAt);
        const { closed } = await beginClose(queue);
        const atClose = await leaseEnd();
        await eventually('a whole lease has gone by', async () => (await leaseEnd()) > atClose + 1_000);
        expect([await other.sweeper.runOnce(), await other.worker?.runOnce()]).toEqual([0, 0]);
        attempt.end();
        await closed;
        expect(await other.jobs.find(job.id)).toMatchObject({ status: 'completed', retryCount: 0 });
        expect(held.attempts).toHaveLength(1);
      });

      it('A-WI-5: starts none of 100 waiting jobs', async () => {
        const held = new Held('held');
        const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, concurrency: 1 } } });
        await queue.jobs.enqueueMany(Array.from({ length: 101 }, () => ({ type: 'held' })));
        const attempt = await held.next();
        const { closed } = await beginClose(queue);
        attempt.end();
        await closed;
        const counts = await (await start({ queue: { worker: false } })).jobs.counts();
        expect(held.attempts).toHaveLength(1);
        expect(counts).toMatchObject([{ pending: 100, running: 0, completed: 1 }]);
      });

      it('A-LO-1: after the grace the job is given back, uncounted and at its place, and the next worker runs it at once', async () => {
        const held = new Held('held');
        const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, shutdownGrace: 100 } } });
        const { job } = await queue.jobs.enqueue('held');
        const attempt = await held.next();
        const closing = queue.close();
        expect(await aborted(attempt.job.signal)).toMatchObject({ reason: 'shutdown' });
        await closing;
        expect(await read(job.id)).toMatchObject({ status: 'pending', retryCount: 0, runAt: job.runAt, workerId: null, error: null });
        const next = await start({ handlers: [handlerOf('held', () => 'again')], queue: { worker: BY_HAND } });
        await next.worker?.runOnce();
        expect(await next.jobs.find(job.id)).toMatchObject({ status: 'completed', result: 'again', retryCount: 0 });
      });
    }),
  );
});

import { describe, expect, it, jest } from '@jest/globals';
import { FailJob, type Job } from '../../../lib/index.js';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { JobEntity } from '../../../lib/store/typeorm/entities/job.entity.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { aborted, Held, type Attempt } from '../support/handlers.js';
import { beginClose } from './support/begin-close.js';

type HandlerOptions = ConstructorParameters<typeof Held>[1];

describe('R3.8: what becomes of a job that a shutdown interrupts', () => {
  eachWithoutLeaks(() => {
    const start = queueStarter();
    const read = async (id: string) => (await start({ queue: { worker: false } })).jobs.find(id);

    /** Closes an app whose grace is short while a handler runs that reacts to its signal in this way. */
    async function interrupted(react: (attempt: Attempt) => void, options: HandlerOptions = {}): Promise<Job | null> {
      const held = new Held('held', options);
      const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, shutdownGrace: 500 } } });
      const { job } = await queue.jobs.enqueue('held');
      const attempt = await held.next();
      const closing = queue.close();
      await aborted(attempt.job.signal);
      react(attempt);
      await closing;
      return read(job.id);
    }

    const released = { status: 'pending', retryCount: 0, error: null, errorCode: null, workerId: null };

    it('thrown: the reason of the signal, itself or as the cause: given back uncounted', async () => {
      expect(await interrupted(({ job, fail }) => fail(job.signal.reason))).toMatchObject(released);
      expect(await interrupted(({ job, fail }) => fail(new Error('stopped', { cause: job.signal.reason })))).toMatchObject(released);
    });

    it('thrown: an AbortError of what it awaited: given back uncounted', async () => {
      expect(await interrupted(({ fail }) => fail(new DOMException('This operation was aborted', 'AbortError')))).toMatchObject(released);
    });

    it('returned: completed', async () => {
      expect(await interrupted(({ end }) => end('done all the same'))).toMatchObject({ status: 'completed', result: 'done all the same' });
    });

    it('thrown: something else: fails as usual', async () => {
      expect(await interrupted(({ fail }) => fail(new Error('disk full')))).toMatchObject({
        status: 'pending',
        retryCount: 1,
        error: expect.stringContaining('disk full') as unknown as string,
      });
      expect(await interrupted(({ fail }) => fail(new FailJob('declined')))).toMatchObject({ status: 'failed', errorCode: null });
    });

    it.each<[string, HandlerOptions]>([
      ['max_retries 0', { maxRetries: 0 }],
      ["onWorkerLost 'fail'", { onWorkerLost: 'fail' }],
    ])('a job that must not run twice fails as INTERRUPTED, whether its handler stops or not: %s', async (_why, options) => {
      const failed = { status: 'failed', errorCode: 'INTERRUPTED', retryCount: 0 };
      expect(await interrupted(() => undefined, options)).toMatchObject(failed);
      expect(await interrupted(({ job, fail }) => fail(job.signal.reason), options)).toMatchObject(failed);
      expect(await interrupted(({ end }) => end(), options)).toMatchObject({ status: 'completed' });
    });

    it('a job that was to be cancelled is not taken back to pending', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker: { ...BY_HAND, shutdownGrace: 50 } } });
      const { job } = await queue.jobs.enqueue('held');
      await held.next();
      await queue.dataSource.getRepository(JobEntity).update({ id: job.id }, { status: 'cancel_requested' });
      await queue.close();
      expect(await read(job.id)).toMatchObject({ status: 'failed', errorCode: 'INTERRUPTED' });
    });

    it('a claim that is answered after the worker stopped is given back, and no handler starts', async () => {
      const held = new Held('held');
      const queue = await start({ handlers: [held.handler], queue: { worker: BY_HAND } });
      await queue.worker?.runOnce();
      const store = queue.app.get<JobStore>(JOB_STORE, { strict: false });
      const claim = store.claim.bind(store);
      let answer: () => void = () => undefined;
      const claimed = new Promise<void>((taken) => {
        jest.spyOn(store, 'claim').mockImplementationOnce(async (request) => {
          const jobs = await claim(request);
          taken();
          await new Promise<void>((resolve) => (answer = resolve));
          return jobs;
        });
      });
      const { job } = await queue.jobs.enqueue('held');
      await claimed;
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'running' });
      const { closed } = await beginClose(queue);
      answer();
      await closed;
      expect(await read(job.id)).toMatchObject(released);
      expect(held.attempts).toEqual([]);
    });
  });
});

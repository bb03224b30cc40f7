import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/index.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { Held, handlerOf } from '../support/handlers.js';

const start = queueStarter();

function getters(): unknown {
  const unreadable = () => {
    throw new Error('no');
  };
  return Object.defineProperties({}, Object.fromEntries(['message', 'name', 'stack', 'flow', 'toString'].map((key) => [key, { get: unreadable }])));
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function withoutStack(): Error {
  return Object.defineProperty(new Error('hidden'), 'stack', {
    get() {
      throw new Error('no stack');
    },
  });
}

/** What a handler throws, and what the job's error then says. */
const THROWN: Record<string, { readonly make: () => unknown; readonly error: RegExp }> = {
  'an empty string': { make: () => '', error: /empty string/ },
  'a number': { make: () => 42, error: /42 was thrown/ },
  'a frozen error': { make: () => Object.freeze(new Error('cold')), error: /cold/ },
  'an object whose getters throw': { make: getters, error: /\w+/ },
  'a revoked proxy': { make: revoked, error: /\w+/ },
  'an error whose stack throws': { make: withoutStack, error: /\w+/ },
  "an app's error with a flow of its own": { make: () => Object.assign(new Error('mine'), { flow: 'retry' }), error: /mine/ },
  'a flow with no time': { make: () => Object.assign(new Error('never'), { flow: 'snooze', after: NaN }), error: /never/ },
};

let unhandled: unknown[] = [];
const listener = (reason: unknown) => void unhandled.push(reason);

beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', listener);
});
afterEach(() => {
  process.off('unhandledRejection', listener);
});

describe('A-CR-4, R3.12 whatever a handler throws', () => {
  it.each(['at once', 'later'])('%s: each is a failed attempt with a readable text, and nothing else is hurt', async (when) => {
    const bad = Object.entries(THROWN).map(([name, { make }]) =>
      handlerOf(
        name,
        () => {
          if (when === 'at once') throw make();
          return new Promise((_resolve, reject) => setImmediate(() => reject(make())));
        },
        { maxRetries: 0 },
      ),
    );
    const held = new Held('running');
    const queue = await start({ handlers: [...bad, held.handler], queue: { worker: { ...BY_HAND, concurrency: 3 } } });
    const other = (await queue.jobs.enqueue('running')).job;
    const attempt = await held.next();
    const made = await queue.jobs.enqueueMany(Object.keys(THROWN).map((type) => ({ type })));
    // The held job keeps a pool from becoming idle; its end comes when all others are settled.
    const worked = queue.worker?.runOnce();
    attempt.end('unharmed');
    await worked;
    for (const { job } of made) {
      const now = await queue.jobs.find(job.id);
      expect(now).toMatchObject({
        type: job.type,
        status: 'failed',
        errorCode: null,
        error: expect.stringMatching(THROWN[job.type]?.error as RegExp),
      });
    }
    expect(await queue.jobs.find(other.id)).toMatchObject({ status: 'completed', result: 'unharmed' });
    await expectSlots(queue, held, 3);
  });

  it('a thenable that throws when it is awaited', async () => {
    const thenable = handlerOf(
      'thenable',
      () => ({
        // eslint-disable-next-line unicorn/no-thenable -- the case itself
        then: () => {
          throw new Error('not really');
        },
      }),
      { maxRetries: 0 },
    );
    const unreadable = handlerOf('unreadable', () => revoked(), { maxRetries: 0 });
    const held = new Held('running');
    const queue = await start({ handlers: [thenable, unreadable, held.handler], queue: { worker: BY_HAND } });
    await queue.jobs.enqueueMany([{ type: 'thenable' }, { type: 'unreadable' }]);
    await queue.worker?.runOnce();
    const { jobs } = await queue.jobs.list();
    expect(jobs.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(jobs[1]?.error).toContain('not really');
    await expectSlots(queue, held, 5);
  });

  it('what cannot be read is tried again like any other failure', async () => {
    const attempts: number[] = [];
    const backoff = fixed(0);
    const unreadable = handlerOf('proxy', (_payload, { attempt }) => (attempts.push(attempt), Promise.reject(revoked())), {
      maxRetries: 2,
      backoff,
    });
    const queue = await start({ handlers: [unreadable], queue: { worker: BY_HAND } });
    const { id } = (await queue.jobs.enqueue('proxy')).job;
    for (let status = 'pending'; status === 'pending'; status = (await queue.jobs.find(id))?.status ?? '') {
      await queue.jobs.reschedule(id, { delay: 0 }).catch(() => undefined);
      await queue.worker?.runOnce();
    }
    expect(attempts).toEqual([1, 2, 3]);
    expect(await queue.jobs.find(id)).toMatchObject({ status: 'failed', retryCount: 2 });
    expect(unhandled).toEqual([]);
  });
});

/** No slot was lost: as many jobs as the worker has slots run at the same time. */
async function expectSlots(queue: Awaited<ReturnType<typeof start>>, held: Held, slots: number): Promise<void> {
  await queue.jobs.enqueueMany(Array.from({ length: slots }, () => ({ type: 'running' })));
  const attempts = [];
  for (let slot = 0; slot < slots; slot++) attempts.push(await held.next());
  for (const { end } of attempts) end();
  await queue.worker?.runOnce();
  expect(unhandled).toEqual([]);
}

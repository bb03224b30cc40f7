import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FailJob } from '../../../lib/index.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf, Held } from '../support/handlers.js';

const hostile = {
  get message(): string {
    throw new Error('no message');
  },
  toString(): string {
    throw new Error('no text');
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const THROWN: [string, unknown, RegExp][] = [
  ['an error', new Error('boom'), /boom/],
  ['undefined', undefined, /undefined was thrown/],
  ['null', null, /null was thrown/],
  ['a text', 'plain text', /plain text/],
  ['a frozen object', Object.freeze({ a: 1 }), /object was thrown/],
  ['a symbol', Symbol('s'), /Symbol\(s\) was thrown/],
  ['an object with throwing getters and toString', hostile, /unreadable/],
  ['a revoked Proxy', revoked.proxy, /read/],
  ['A-ST-5: a text with U+0000', new Error('a\u0000b'), /a\ufffdb/],
  ['a text with a lone surrogate', new Error('a\ud800b'), /a\ufffdb/],
];

const circular: Record<string, unknown> = {};
circular['self'] = circular;
const RESULTS: [string, unknown, RegExp][] = [
  ['circular', circular, /refers back to itself/],
  ['a BigInt', 1n, /bigint/],
  ['with a toJSON that throws', { toJSON: () => JSON.parse('{') as unknown }, /toJSON/],
  ['larger than resultLimit', 'x'.repeat(70_000), /resultLimit/],
];

describe('Handlers that misbehave', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(() => void process.off('unhandledRejection', note));

  eachDatabase((db) => {
    const start = queueStarter(db);

    it('A-CR-4: whatever is thrown, at once or later, is one failed attempt with a readable text; other jobs finish', async () => {
      const sync = handlerOf('sync', (index) => {
        throw (THROWN[index as number] as unknown[])[1];
      });
      const later = handlerOf('later', async (index) => {
        await Promise.resolve();
        throw (THROWN[index as number] as unknown[])[1];
      });
      const held = new Held('held');
      const queue = await start({ handlers: [sync, later, held.handler], queue: { worker: { ...BY_HAND, concurrency: 30 } } });
      const other = await queue.jobs.enqueue('held');
      const running = await held.next();
      const inputs = ['sync', 'later'].flatMap((type) => THROWN.map((_case, payload) => ({ type, payload, maxRetries: 0 })));
      const results = await queue.jobs.enqueueMany(inputs);
      running.end('fine');
      await queue.worker?.runOnce();
      for (const [index, { job }] of results.entries()) {
        const [name, , text] = THROWN[index % THROWN.length] as (typeof THROWN)[number];
        expect([name, await queue.jobs.find(job.id)]).toEqual([
          name,
          expect.objectContaining({ status: 'failed', error: expect.stringMatching(text) }),
        ]);
      }
      expect([unhandled, await queue.jobs.find(other.job.id)]).toEqual([[], expect.objectContaining({ status: 'completed', result: 'fine' })]);
    });

    it('A-ST-6: an error of 5 MB of multibyte text is cut to 16 KiB between characters', async () => {
      const fail = handlerOf('huge', () => {
        throw new FailJob('ü€😀'.repeat(600_000));
      });
      const queue = await start({ handlers: [fail, handlerOf('next', () => 1)], queue: { worker: BY_HAND } });
      const { job } = await queue.jobs.enqueue('huge');
      const next = await queue.jobs.enqueue('next');
      await queue.worker?.runOnce();
      const { error, status } = (await queue.jobs.find(job.id)) as { error: string; status: string };
      expect([status, error.isWellFormed(), Buffer.byteLength(error) <= 16_384, Buffer.byteLength(error) > 16_380]).toEqual([
        'failed',
        true,
        true,
        true,
      ]);
      expect(await queue.jobs.find(next.job.id)).toMatchObject({ status: 'completed' });
    });

    it.each(RESULTS)('A-ST-4: a result that is %s is dropped with one warning, and the job is completed', async (_name, result, why) => {
      const seen: unknown[] = [];
      const queue = await start({ handlers: [handlerOf('any', () => (seen.push(1), result))], queue: { worker: BY_HAND } });
      const { job } = await queue.jobs.enqueue('any');
      await queue.worker?.runOnce();
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'completed', result: null, retryCount: 0 });
      expect([seen, queue.logger.texts('warn').filter((text) => text.includes(job.id) && why.test(text)).length]).toEqual([[1], 1]);
    });

    it.each([
      ['an object', { a: [1, 'ü', null] }],
      ['A-ST-5: a text with U+0000', { a: 'x\u0000y' }],
    ])('R3.9: a result that is JSON is stored: %s', async (_name, result) => {
      const queue = await start({ handlers: [handlerOf('any', () => result)], queue: { worker: BY_HAND } });
      const { job } = await queue.jobs.enqueue('any');
      await queue.worker?.runOnce();
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'completed', result });
    });
  });
});

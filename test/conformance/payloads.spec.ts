import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

const circular: Record<string, unknown> = {};
circular['items'] = [circular];

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}

const STORED: [string, unknown][] = [
  ['an empty object', {}],
  ['a text', 'text'],
  ['a text that looks like a number', '123'],
  ['an empty text', ''],
  ['a whole number', 42],
  ['a negative fraction', -0.1],
  ['the largest safe number', Number.MAX_SAFE_INTEGER],
  ['the smallest and the largest number', [Number.MIN_VALUE, Number.MAX_VALUE, 1e21, 0.1 + 0.2]],
  ['zero', 0],
  ['true', true],
  ['false', false],
  ['null', null],
  ['an empty list', []],
  ['all kinds, nested', { list: [1, 'two', null, { three: [true, {}] }], empty: {} }],
  ['U+0000', { text: 'a\u0000b', 'key\u0000': 1 }],
  ['control and quote characters', { text: '\b\f\n\r\t\v\u001f\u2028\u2029"\'\\\\%_?$1:x`;--' }],
  ['characters of four bytes', { text: '😀漢é\u{10ffff}' }],
  ['keys that objects have of themselves', JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3,"":4}')],
  ['the deepest nesting', nested(31)],
];

const REFUSED: [string, unknown, string][] = [
  ['a circular reference', circular, 'payload.items[0]'],
  ['a bigint', { amount: 1n }, 'payload.amount'],
  ['a function', { list: [() => 1] }, 'payload.list[0]'],
  ['a symbol', Symbol('x'), 'payload'],
  ['NaN', { n: NaN }, 'payload.n'],
  ['infinity', [-Infinity], 'payload[0]'],
  ['undefined in a list', [undefined], 'payload[0]'],
  ['a Map', { map: new Map() }, 'payload.map'],
  ['a Set', new Set([1]), 'payload'],
  [
    'a toJSON that throws',
    {
      toJSON: () => {
        throw new Error('no');
      },
    },
    'payload',
  ],
  [
    'a getter that throws',
    Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    }),
    'payload',
  ],
  ['nesting below the limit', nested(32), `payload[0]${'.value[0]'.repeat(15)}`],
  ['a lone surrogate in a text', { text: 'a\ud800b' }, 'payload.text'],
  ['a lone surrogate in a key', { '\udc00': 1 }, 'payload'],
];

describe('payloads', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it.each(STORED)('R2.9: %s comes back exactly from enqueue, find, list and claim', async (_name, payload) => {
      const type = unique('payload');
      const { job } = await queue.jobs.enqueue(type, payload);
      expect(job.payload).toEqual(payload);
      expect((await queue.jobs.find(job.id))?.payload).toEqual(payload);
      expect((await queue.jobs.list({ type })).jobs[0]?.payload).toEqual(payload);
      expect((await queue.claimOne(type)).job.payload).toEqual(payload);
    });

    it.each(STORED)('R2.2: %s is equal to itself under one key', async (_name, payload) => {
      const idempotencyKey = unique('key');
      await queue.jobs.enqueue('same', payload, { idempotencyKey });
      expect(await queue.jobs.enqueue('same', payload, { idempotencyKey })).toMatchObject({ created: false });
    });

    it.each(STORED)('R4.2: %s comes back exactly as a result', async (_name, result) => {
      const claimed = await queue.claimNew();
      expect(await queue.settle(claimed, { kind: 'completed', result: JSON.stringify(result) })).toBe('completed');
      expect((await queue.jobs.find(claimed.job.id))?.result).toEqual(result);
    });

    it.each(REFUSED)('R2.9: %s is refused naming the place, and nothing is stored', async (_name, payload, field) => {
      const before = await queue.count();
      await expect(queue.jobs.enqueue('refused', payload)).rejects.toMatchObject({ code: 'INPUT_INVALID', field });
      expect(await queue.count()).toBe(before);
    });

    it('R2.9: no payload is {}; undefined properties are left out; dates are their JSON', async () => {
      const { job } = await queue.jobs.enqueue('plain');
      expect(job.payload).toEqual({});
      const { job: other } = await queue.jobs.enqueue('plain', { gone: undefined, at: new Date(0) });
      expect((await queue.jobs.find(other.id))?.payload).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    });

    it('R2.9: the limit counts bytes of JSON: one less is stored, one more refused with size and limit', async () => {
      const limit = 1_048_576;
      const fits = `${'漢'.repeat((limit - 4) / 3)}xx`;
      expect(Buffer.byteLength(JSON.stringify(fits))).toBe(limit);
      const { job } = await queue.jobs.enqueue('limit', fits);
      expect((await queue.jobs.find(job.id))?.payload === fits).toBe(true);
      const before = await queue.count();
      await expect(queue.jobs.enqueue('limit', `${fits}x`)).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        field: 'payload',
        size: limit + 1,
        limit,
      });
      await expect(queue.jobs.enqueueMany([{ type: 'a' }, { type: 'limit', payload: `${fits}x` }])).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        field: 'jobs[1].payload',
      });
      expect(await queue.count()).toBe(before);
    });

    it.each([200 * 1024, 1_000_000])('A-DF-3: a payload of %i bytes of multibyte text is not cut', async (bytes) => {
      const text = '漢é😀'.repeat(Math.floor(bytes / 9));
      const { job } = await queue.jobs.enqueue('long', { text });
      expect((await queue.claimOne('long')).job).toMatchObject({ id: job.id, payload: { text } });
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { EnqueueOptions } from '../../lib/index.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

class NoHandler {}

const NAMES: [string, unknown][] = [
  ['empty', ''],
  ['no text', 5],
  ['with U+0000', 'a\u0000b'],
  ['with a lone surrogate', 'a\ud800'],
];
const OPTIONS: [string, string, unknown][] = [
  ...NAMES.flatMap(([what, value]): [string, string, unknown][] => [
    ['idempotencyKey', what, value],
    ['owner', what, value],
    ['queue', what, value],
  ]),
  ['idempotencyKey', 'longer than 255', 'x'.repeat(256)],
  ['owner', 'longer than 255', 'x'.repeat(256)],
  ['owner', 'with a trailing space', 'x '],
  ['queue', 'longer than 64', 'x'.repeat(65)],
  ['queue', 'with a trailing space', 'x '],
  ['priority', 'an unknown label', 'urgent'],
  ['priority', 'a name that objects have', 'toString'],
  ['priority', 'a fraction', 1.5],
  ['priority', 'NaN', NaN],
  ['priority', '2^31', 2 ** 31],
  ['priority', '-2^31', -(2 ** 31)],
  ['delay', 'NaN', NaN],
  ['delay', 'negative', -1],
  ['delay', 'infinite', Infinity],
  ['delay', 'a text without unit', '10'],
  ['delay', 'a negative text', '-10s'],
  ['delay', 'over one hundred years', 100 * 365 * 86_400_000 + 1],
  ['runAt', 'an invalid date', new Date(NaN)],
  ['runAt', 'before 1970', new Date(-1)],
  ['runAt', 'after 9999', new Date(8.64e15)],
  ['runAt', 'no date', '2030-01-01'],
  ['maxRetries', 'negative', -1],
  ['maxRetries', 'a fraction', 0.5],
  ['maxRetries', 'NaN', NaN],
  ['maxRetries', '2^31', 2 ** 31],
];
const TYPES: [string, unknown][] = [
  ...NAMES,
  ['longer than 128', 'x'.repeat(129)],
  ['with a trailing space', 'mail '],
  ['a class without @JobHandler', NoHandler],
];

describe('bad input', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it.each(OPTIONS)('R6.5: a %s that is %s is refused by name, and nothing is stored', async (field, _what, value) => {
      const options = { [field]: value } as EnqueueOptions;
      await expect(queue.jobs.enqueue('mail', {}, options)).rejects.toMatchObject({ code: 'INPUT_INVALID', field });
      await expect(queue.jobs.enqueueMany([{ type: 'mail' }, { type: 'mail', ...options }])).rejects.toMatchObject({ field: `jobs[1].${field}` });
      expect(await queue.count()).toBe(0);
    });

    it.each(TYPES)('R6.5: a type that is %s is refused by name, and nothing is stored', async (_what, type) => {
      await expect(queue.jobs.enqueue(type as string, {})).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'type' });
      expect(await queue.count()).toBe(0);
    });

    it.each<[string, unknown, string]>([
      ['a misspelt option', { idempotencykey: 'k' }, 'idempotencykey'],
      ['no object', 5, 'options'],
      ['null', null, 'options'],
      ['a list', [], 'options'],
    ])('R6.5: options that are %s are refused, and nothing is stored', async (_what, options, field) => {
      const before = await queue.count();
      const refused = { code: 'INPUT_INVALID', field };
      await expect(queue.jobs.enqueue('any', {}, options as EnqueueOptions)).rejects.toMatchObject(refused);
      await expect(queue.jobs.list(options as object)).rejects.toMatchObject(refused);
      expect(await queue.count()).toBe(before);
    });

    it('R6.5: a bulk that is no list, or holds what is no input, is refused by its place', async () => {
      await expect(queue.jobs.enqueueMany({} as [])).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'jobs' });
      await expect(queue.jobs.enqueueMany([{ type: 'any' }, null] as unknown as [])).rejects.toMatchObject({ field: 'jobs[1].input' });
      await expect(queue.jobs.enqueueMany([{ type: 'any', dely: 1 }] as unknown as [])).rejects.toMatchObject({ field: 'jobs[0].dely' });
    });

    it('R6.5: delay and runAt together are refused', async () => {
      await expect(queue.jobs.enqueue('mail', {}, { delay: 1, runAt: new Date() })).rejects.toMatchObject({ field: 'delay' });
      expect(await queue.count()).toBe(0);
    });

    it.each([
      ['limit', { limit: -1 }],
      ['limit', { limit: 0 }],
      ['limit', { limit: 201 }],
      ['limit', { limit: 1_000_000 }],
      ['limit', { limit: 1.5 }],
      ['limit', { limit: NaN }],
      ['owner', { owner: 'a ' }],
      ['queue', { queue: ' a' }],
      ['type', { type: '' }],
      ['cursor', { cursor: 'garbage' }],
      ['cursor', { cursor: '' }],
      ['status', { status: 'done' }],
      ['status', { status: [] }],
    ])('A-SL-4: list() with a bad %s (%j) is refused by name', async (field, options) => {
      await expect(queue.jobs.list(options as object)).rejects.toMatchObject({ code: 'INPUT_INVALID', field });
    });

    it.each(['', 'x', '00000000-0000-7000-8000-00000000000G', "' OR 1=1 --"])('find() of what is no id (%s) is null', async (id) => {
      expect(await queue.jobs.find(id)).toBeNull();
    });
  });
});

describe('input at its limits', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('keeps names of the greatest length, in characters of several bytes', async () => {
      const [type, queueName, owner] = ['漢'.repeat(128), 'é'.repeat(64), '😀'.repeat(127)];
      const { job } = await queue.jobs.enqueue(type, {}, { queue: queueName, owner });
      expect(await queue.jobs.find(job.id)).toMatchObject({ type, queue: queueName, owner });
      expect((await queue.claim(type, { queues: [queueName] })).map((claimed) => claimed.job.id)).toEqual([job.id]);
    });

    it.each([2 ** 31 - 1, -(2 ** 31) + 1])('R2.6: the priority %i is kept and claimable', async (priority) => {
      const type = unique('priority');
      const { job } = await queue.jobs.enqueue(type, {}, { priority });
      expect(await queue.jobs.find(job.id)).toMatchObject({ priority, priorityLabel: null });
      expect(await queue.claim(type)).toHaveLength(1);
    });

    it.each([2 ** 31, 60 * 86_400_000, 100 * 365 * 86_400_000])('R2.5: a delay of %i ms is kept exactly', async (delay) => {
      const { job } = await queue.jobs.enqueue('later', {}, { delay });
      const found = await queue.jobs.find(job.id);
      expect((found?.runAt.getTime() ?? 0) - (found?.createdAt.getTime() ?? 0)).toBe(delay);
    });
  });
});

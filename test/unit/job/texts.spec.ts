import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { checkName, checkOwner, checkQueue, checkType } from '../../../lib/job/name.js';
import { priorityLabel, toPriority, type Priority } from '../../../lib/job/priority.js';
import { byteLength, cutToBytes, isStorable, storable } from '../../../lib/job/text.js';
import { describeThrown, ERROR_LIMIT } from '../../../lib/job/thrown.js';

const text = fc.string({ unit: 'binary', maxLength: 200 }).map((base) => (base.length % 3 ? base : `${base}\ud800\u0000`));

describe('texts', () => {
  it('A-ST-5: a text made storable has no U+0000 and no lone surrogate, and is else unchanged (property)', () => {
    fc.assert(
      fc.property(text, (given) => {
        const made = storable(given);
        expect(isStorable(made)).toBe(true);
        expect(made).toHaveLength(given.length);
        expect(made === given).toBe(isStorable(given));
      }),
    );
  });

  it('A-ST-6: a text is cut between characters, at most at the limit and no more than needed (property)', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 300 }), (given, limit) => {
        const whole = storable(given);
        const cut = cutToBytes(whole, limit);
        expect(whole.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(byteLength(cut)).toBeLessThanOrEqual(limit);
        expect(cut === whole || byteLength(cut) > limit - 4).toBe(true);
      }),
    );
  });
});

describe('what a handler threw', () => {
  it.each<[unknown, unknown]>([
    [undefined, 'undefined was thrown'],
    [null, 'null was thrown'],
    ['', 'an empty string was thrown'],
    ['plain text', 'plain text'],
    [42, '42 was thrown'],
    [Symbol('x'), 'Symbol(x) was thrown'],
    [10n, '10 was thrown'],
    [{ a: 1 }, 'an object was thrown ([object Object])'],
    [Object.freeze(new Error('frozen')), expect.stringMatching(/^Error: frozen\n/)],
    [{ name: 'Foreign', message: 'of another copy', stack: '' }, 'Foreign: of another copy'],
    [Object.assign(new Error('no stack'), { stack: undefined }), 'Error: no stack'],
    [new Error('a\u0000b'), expect.stringMatching(/^Error: a\ufffdb\n/)],
  ])('A-CR-4: %p is described', (thrown, expected) => {
    expect(describeThrown(thrown)).toEqual(expected);
  });

  it('A-CR-4: what cannot be read is described too', () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
      },
    );
    expect(describeThrown(trap)).toBe('something unreadable was thrown');
  });

  it('A-ST-6: 5 MB of multibyte text becomes at most 16 KiB', () => {
    const described = describeThrown(new Error('漢'.repeat(1_700_000)));
    expect(byteLength(described)).toBeLessThanOrEqual(ERROR_LIMIT);
    expect(byteLength(described)).toBeGreaterThan(ERROR_LIMIT - 4);
  });

  it('is storable and bounded, whatever it is (property)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          text.map((message) => new Error(message)),
        ),
        (thrown) => {
          const described = describeThrown(thrown);
          expect(isStorable(described) && described !== '' && byteLength(described) <= ERROR_LIMIT).toBe(true);
        },
      ),
    );
  });
});

describe('names', () => {
  it.each([
    ['type', (name: unknown) => checkType(name), 128],
    ['queue', (name: unknown) => checkQueue(name), 64],
    ['owner', (name: unknown) => checkOwner(name), 255],
    ['key', (name: unknown) => checkName(name, 'key', 255), 255],
  ])('of a %s: accepted as they are, or refused by name', (field, check, longest) => {
    for (const name of ['a', 'é漢😀', 'a b', "'; DROP TABLE jobs; --", 'x'.repeat(longest)]) expect(check(name)).toBe(name);
    for (const name of ['', 5, null, 'a\u0000', '\udc00', 'x'.repeat(longest + 1)]) {
      expect(() => check(name)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', field }));
    }
  });

  it('of types, queues and owners have no white space at an end, which MySQL would not compare; keys may', () => {
    for (const name of [' a', 'a ', 'a\t', '\u00a0a', 'a\u3000']) {
      for (const check of [checkType, checkQueue, checkOwner]) expect(() => check(name)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
      expect(checkName(name, 'key', 255)).toBe(name);
    }
  });
});

describe('priorities', () => {
  it('R2.6: labels and integers of 32 bits; all else is refused by name', () => {
    expect((['low', 'medium', 'high', 'critical'] as const).map((label) => toPriority(label))).toEqual([0, 10, 20, 30]);
    for (const priority of [0, -1, 15, 2 ** 31 - 1, -(2 ** 31) + 1]) expect(toPriority(priority)).toBe(priority);
    expect(Object.is(toPriority(-0), 0)).toBe(true);
    for (const priority of [1.5, NaN, Infinity, 2 ** 31, -(2 ** 31), 'urgent', 'toString', '10', '', null, {}, 5n]) {
      expect(() => toPriority(priority as Priority)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', field: 'priority' }));
    }
  });

  it('R2.6: only the exact numbers have a label', () => {
    expect([0, 10, 20, 30, 15, -0, 31].map(priorityLabel)).toEqual(['low', 'medium', 'high', 'critical', null, 'low', null]);
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalJson, toJson } from '../../../lib/job/json.js';

/** Values that JSON holds as they are, within the depth that is allowed. */
const json = fc
  .jsonValue({ maxDepth: 6, stringUnit: 'binary' })
  .filter((value) => JSON.stringify(value).isWellFormed() && !/\\ud[89a-f]/.test(JSON.stringify(value)));

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

function outcomeOf(value: unknown): { text?: string; value?: unknown; code?: string; field?: string } {
  try {
    return toJson(value, 'payload');
  } catch (error) {
    return error as { code: string; field: string };
  }
}

describe('JSON', () => {
  it('R2.9: what JSON can hold comes back the same (property)', () => {
    fc.assert(
      fc.property(json, (value) => {
        const { text, value: plain } = toJson(value, 'payload');
        expect(text).toBe(JSON.stringify(value));
        expect(JSON.parse(text)).toEqual(plain);
      }),
    );
  });

  it('R2.2: the canonical text does not depend on the order of keys (property)', () => {
    fc.assert(fc.property(json, (value) => expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))));
  });

  it('R2.2: the canonical text is the value itself, so that equal texts mean equal values (property)', () => {
    fc.assert(fc.property(json, (value) => expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))));
  });

  it('R2.9: anything at all is stored without loss or refused by name, and never throws otherwise (property)', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withBoxedValues: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const { text, value: plain, code, field } = outcomeOf(value);
        expect(text === undefined ? [code, field?.startsWith('payload')] : JSON.parse(text)).toEqual(
          text === undefined ? ['INPUT_INVALID', true] : plain,
        );
      }),
    );
  });

  it('R2.9: leaves out undefined properties, keeps keys such as __proto__, and takes what toJSON gives', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":null}') as Record<string, unknown>;
    expect(toJson({ ...value, gone: undefined, at: new Date(0), url: new URL('https://example.com/') }, 'payload').text).toBe(
      '{"__proto__":{"a":1},"constructor":null,"at":"1970-01-01T00:00:00.000Z","url":"https://example.com/"}',
    );
  });

  it('R2.9: an invalid date, of which JSON would make null, is refused by its path', () => {
    expect(() => toJson([new Date(NaN)], 'payload')).toThrow('`payload[0]` is an invalid date');
  });

  it('R2.9: the same object twice is no circle', () => {
    const shared = { x: 1 };
    expect(toJson([shared, { shared }], 'payload').text).toBe('[{"x":1},{"shared":{"x":1}}]');
  });

  it.each<[string, unknown, string, RegExp]>([
    ['undefined', undefined, 'payload', /undefined/],
    ['a function', { f: () => 1 }, 'payload.f', /function/],
    ['NaN', [1, NaN], 'payload[1]', /NaN/],
    ['a hole in a list', Object.assign([], { length: 1 }), 'payload[0]', /undefined/],
    ['a Buffer view', { bytes: new Uint8Array(2) }, 'payload.bytes', /Uint8Array/],
    ['an Error', { error: new Error('x') }, 'payload.error', /Error/],
    ['a RegExp', /x/, 'payload', /RegExp/],
    ['a Promise', { later: Promise.resolve(1) }, 'payload.later', /Promise/],
  ])('R2.9: %s is refused by place and kind', (_what, value, field, reason) => {
    expect(() => toJson(value, 'payload')).toThrow(expect.objectContaining({ field, reason: expect.stringMatching(reason) }));
  });
});

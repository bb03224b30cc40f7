import { InvalidInputError } from '../errors/invalid-input.error.js';
import type { JsonValue } from './json-value.js';

/** MariaDB's check of JSON columns goes no deeper. */
const DEEPEST = 31;

/**
 * The value as JSON keeps it, and the same as text. Properties that are `undefined` are left out, as JSON does; objects with
 * `toJSON` (dates) become what it returns.
 * @throws InvalidInputError naming the path of what JSON would drop, change or refuse: functions, symbols, bigints, NaN,
 *   circular references, Maps, Sets, class instances without `toJSON` that hold no plain data; and what MariaDB refuses as
 *   JSON: lone surrogates, and more than 31 levels.
 */
export function toJson(value: unknown, field: string): { readonly text: string; readonly value: JsonValue } {
  try {
    const plain = checked(value, { path: field, ancestors: [] }) as JsonValue;
    return { text: JSON.stringify(plain), value: plain };
  } catch (error) {
    throw error instanceof InvalidInputError ? error : new InvalidInputError(field, 'has a property that cannot be read');
  }
}

/** JSON text with sorted keys: equal for equal values. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner));
}

interface Place {
  readonly path: string;
  readonly ancestors: readonly object[];
}

function checked(value: unknown, place: Place): unknown {
  const plain = withToJson(value, place);
  if (typeof plain === 'object' && plain !== null) return checkedObject(plain, place);
  if (typeof plain === 'string') return wellFormed(plain, place.path);
  if (typeof plain === 'boolean' || plain === null) return plain;
  if (typeof plain === 'number' && Number.isFinite(plain)) return plain + 0; // JSON has no -0
  throw new InvalidInputError(place.path, `is ${nameOf(plain)}, which JSON cannot hold`);
}

function withToJson(value: unknown, { path }: Place): unknown {
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON !== 'function') return value;
  if (value instanceof Date && Number.isNaN(value.getTime())) throw new InvalidInputError(path, 'is an invalid date, which JSON cannot hold');
  try {
    return (value as { toJSON(): unknown }).toJSON();
  } catch {
    throw new InvalidInputError(path, 'has a toJSON method that throws');
  }
}

function checkedObject(value: object, { path, ancestors }: Place): unknown {
  if (ancestors.includes(value)) throw new InvalidInputError(path, 'refers back to itself, which JSON cannot hold');
  if (ancestors.length >= DEEPEST) throw new InvalidInputError(path, `is nested deeper than ${DEEPEST} levels`);
  const below = [...ancestors, value];
  if (Array.isArray(value)) return Array.from(value, (item: unknown, index) => checked(item, { path: `${path}[${index}]`, ancestors: below }));
  if (isOpaque(value)) throw new InvalidInputError(path, `is ${nameOf(value)}, which JSON cannot hold`);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [wellFormed(key, path), checked(inner, { path: `${path}.${key}`, ancestors: below })]));
}

function wellFormed(text: string, path: string): string {
  if (!text.isWellFormed()) throw new InvalidInputError(path, 'holds a lone surrogate');
  return text;
}

/** Built-in objects whose content is not in their own properties: JSON would write `{}` without a word. */
function isOpaque(value: object): boolean {
  const tag = Object.prototype.toString.call(value);
  return tag !== '[object Object]' || value instanceof Map || value instanceof Set || value instanceof Promise;
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

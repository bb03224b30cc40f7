import { InvalidInputError } from '../errors/invalid-input.error.js';
import { isStorable } from './text.js';

const EDGE_SPACE = /^\s|\s$/;

/**
 * Checks a name that the database compares: job types, queues, keys, owners.
 * @throws InvalidInputError naming `field` where it is no text, empty, longer than `longest` characters, or holds what a database cannot keep.
 */
export function checkName(name: unknown, field: string, longest: number): string {
  if (typeof name !== 'string' || name === '') throw new InvalidInputError(field, 'must be a text that is not empty');
  if (name.length > longest) throw new InvalidInputError(field, `is ${name.length} characters long, over the limit of ${longest}`);
  if (!isStorable(name)) throw new InvalidInputError(field, 'holds U+0000 or a lone surrogate, which no database keeps');
  return name;
}

/** Longest job type, in UTF-16 code units. */
export const TYPE_LIMIT = 128;
/** Longest queue name. */
export const QUEUE_LIMIT = 64;
/** Longest idempotency key and owner. */
export const KEY_LIMIT = 255;

/** MySQL compares texts without their trailing spaces, so types, queues and owners have none. */
export function checkType(type: unknown, field = 'type'): string {
  return withoutEdgeSpace(checkName(type, field, TYPE_LIMIT), field);
}

export function checkQueue(queue: unknown, field = 'queue'): string {
  return withoutEdgeSpace(checkName(queue, field, QUEUE_LIMIT), field);
}

export function checkOwner(owner: unknown, field = 'owner'): string {
  return withoutEdgeSpace(checkName(owner, field, KEY_LIMIT), field);
}

function withoutEdgeSpace(name: string, field: string): string {
  if (EDGE_SPACE.test(name)) throw new InvalidInputError(field, 'must not begin or end with white space');
  return name;
}

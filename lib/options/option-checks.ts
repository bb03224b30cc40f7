import { InvalidInputError } from '../errors/invalid-input.error.js';
import { InvalidOptionError } from '../errors/invalid-option.error.js';
import { toMilliseconds, type Duration } from '../job/duration.js';
import { checkQueue } from '../job/name.js';

/** Node's timers become 1 ms above this. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** @throws InvalidOptionError naming option and value, as do all checks here. */
export function timer(value: Duration, option: string, least = 1): number {
  const ms = asOption(value, option, () => toMilliseconds(value, option));
  if (ms < least || ms > LONGEST_TIMER) {
    throw new InvalidOptionError(
      option,
      value,
      `a duration from ${least} ms to ${LONGEST_TIMER} ms, as a number of milliseconds or a text such as '10s'`,
    );
  }
  return ms;
}

export function integer(value: number, option: string, { least, most = 2 ** 31 - 1 }: { least: number; most?: number }): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new InvalidOptionError(option, value, `a whole number from ${least} to ${most}`);
  }
  return value;
}

export function queueName(value: string, option: string): string {
  return asOption(value, option, () => checkQueue(value, option));
}

export function queueList(value: readonly string[], option: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new InvalidOptionError(option, value, 'a list of at least one queue name');
  const names = value.map((name: string, index) => queueName(name, `${option}[${index}]`));
  if (new Set(names).size < names.length) throw new InvalidOptionError(option, value, 'each queue once');
  return names;
}

export function oneOf<T extends string | boolean>(value: T, option: string, allowed: readonly T[]): T {
  if (!allowed.includes(value)) throw new InvalidOptionError(option, value, allowed.map(quoted).join(' or '));
  return value;
}

/** Options with a misspelt name would be ignored without a word. */
export function knownKeys(value: object, option: string, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null) throw new InvalidOptionError(option, value, 'an object');
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const path = option === '' ? unknown : `${option}.${unknown}`;
  throw new InvalidOptionError(path, (value as Record<string, unknown>)[unknown], `no such option; known are ${known.join(', ')}`);
}

/** Turns the error of an input check into one that names the option. */
export function asOption<T>(value: unknown, option: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new InvalidOptionError(option, value, `a valid one: it ${error.reason}`);
    throw error;
  }
}

function quoted(value: string | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

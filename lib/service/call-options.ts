import { InvalidInputError } from '../errors/invalid-input.error.js';

/**
 * A misspelt option would be ignored without a word, and an idempotency key with it.
 * @throws InvalidInputError naming the option, or `field` where the options are no object.
 */
export function checkOptions(options: unknown, field: string, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new InvalidInputError(field, 'must be an object');
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new InvalidInputError(unknown, `is no option; known are ${known.join(', ')}`);
}

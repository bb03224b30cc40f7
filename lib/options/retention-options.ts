import { toMilliseconds, type Duration } from '../job/duration.js';
import { asOption, knownKeys } from './option-checks.js';
import type { RetentionOptions } from './queue-options.js';
import type { ResolvedRetention } from './resolved-options.js';

const DEFAULTS = { completed: '7d', failed: '30d', cancelled: '7d' } as const satisfies RetentionOptions;

/** @throws InvalidOptionError naming option and value. */
export function resolveRetention(options: RetentionOptions = {}): ResolvedRetention {
  knownKeys(options, 'retention', Object.keys(DEFAULTS));
  const ageOf = (status: keyof typeof DEFAULTS) => age(options[status] ?? DEFAULTS[status], `retention.${status}`);
  return { completed: ageOf('completed'), failed: ageOf('failed'), cancelled: ageOf('cancelled') };
}

function age(value: Duration | false, option: string): number | null {
  return value === false ? null : asOption(value, option, () => toMilliseconds(value, option));
}

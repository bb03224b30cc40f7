import { beforeAll, describe, expect, it } from '@jest/globals';
import { toMilliseconds, type Duration } from '../../../lib/job/duration.js';
import { HANDLER_DEFAULTS } from '../../../lib/options/handler-options.js';
import { resolveOptions } from '../../../lib/options/resolve-options.js';
import { documentation } from '../../support/doc-examples.js';

const ROW = /^\| `([\w.]+)` +\| `?([^`|]+?)`? +\|/gm;

describe('the options table of README.md', () => {
  let documented: Map<string, string>;
  beforeAll(async () => {
    const readme = (await documentation()).get('README.md') ?? '';
    documented = new Map([...readme.matchAll(ROW)].map(([, option = '', value = '']) => [option, value]));
  });

  const { worker, handlers, retention, ...rest } = resolveOptions();
  const groups = { ...prefixed('worker', worker), ...prefixed('handlers', handlers), ...prefixed('retention', retention) };
  const defaults: Readonly<Record<string, unknown>> = { ...rest, ...groups };

  it('has every option', () => {
    expect(Object.keys(defaults).filter((option) => !documented.has(option))).toEqual([]);
  });

  it.each(Object.entries(defaults).filter(([, value]) => typeof value === 'number'))('states the default of %s: %s', (option, value) => {
    expect(inNumbers(documented.get(option) ?? '')).toBe(value);
  });

  it.each(Object.entries(defaults).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))(
    'states the default of %s: %s',
    (option, value) => {
      expect(documented.get(option)).toBe(`'${value}'`);
    },
  );

  it('states the default backoff as a call that gives it', () => {
    const { backoff } = HANDLER_DEFAULTS;
    expect(documented.get('handlers.backoff')).toBe("exponential({ base: '10s', factor: 2, cap: '1h', jitter: 0.2 })");
    const delays = [1, 2, 3, 20].map((attempt) => backoff({ attempt, error: null }) / 1_000);
    for (const [index, longest] of [10, 20, 40, 3_600].entries()) {
      expect(delays[index]).toBeLessThanOrEqual(longest);
      expect(delays[index]).toBeGreaterThanOrEqual(longest * 0.8);
    }
  });
});

function prefixed(path: string, options: object | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [`${path}.${name}`, value]));
}

/** `'30s'` in milliseconds, `1_048_576` as it is. */
function inNumbers(text: string): number {
  return text.startsWith("'") ? toMilliseconds(text.slice(1, -1) as Duration, 'documented') : Number(text.replaceAll('_', ''));
}

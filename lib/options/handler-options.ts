import { InvalidOptionError } from '../errors/invalid-option.error.js';
import { exponential, list, type Backoff, type BackoffOption } from '../job/backoff.js';
import { asOption, integer, knownKeys, oneOf, queueName, timer } from './option-checks.js';
import type { HandlerOptions } from './queue-options.js';
import type { ResolvedHandler } from './resolved-options.js';

export const HANDLER_DEFAULTS: ResolvedHandler = {
  queue: 'default',
  maxRetries: 3,
  backoff: exponential({ base: '10s', factor: 2, cap: '1h', jitter: 0.2 }),
  timeout: 300_000,
  abortGrace: 5_000,
  onWorkerLost: 'retry',
};

/**
 * Handler options over their defaults.
 * @throws InvalidOptionError naming the option below `path`, and its value.
 */
export function resolveHandler(options: HandlerOptions, defaults: ResolvedHandler, path: string): ResolvedHandler {
  knownKeys(options, path, Object.keys(HANDLER_DEFAULTS));
  return {
    queue: options.queue === undefined ? defaults.queue : queueName(options.queue, `${path}.queue`),
    maxRetries: integer(options.maxRetries ?? defaults.maxRetries, `${path}.maxRetries`, { least: 0 }),
    backoff: options.backoff === undefined ? defaults.backoff : toBackoff(options.backoff, `${path}.backoff`),
    timeout: timer(options.timeout ?? defaults.timeout, `${path}.timeout`),
    abortGrace: timer(options.abortGrace ?? defaults.abortGrace, `${path}.abortGrace`, 0),
    onWorkerLost: oneOf(options.onWorkerLost ?? defaults.onWorkerLost, `${path}.onWorkerLost`, ['retry', 'fail']),
  };
}

function toBackoff(backoff: BackoffOption, option: string): Backoff {
  if (typeof backoff === 'function') return backoff;
  if (!Array.isArray(backoff) || backoff.length === 0) throw new InvalidOptionError(option, backoff, 'a backoff policy or a list of delays');
  return asOption(backoff, option, () => list(backoff));
}

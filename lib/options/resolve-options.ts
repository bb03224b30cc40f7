import { HANDLER_DEFAULTS, resolveHandler } from './handler-options.js';
import { integer, knownKeys, oneOf, queueName, timer } from './option-checks.js';
import type { QueueLimits, QueueModuleOptions } from './queue-options.js';
import type { ResolvedOptions } from './resolved-options.js';
import { resolveRetention } from './retention-options.js';
import { resolveWorker } from './worker-options.js';

const KNOWN = [
  'dataSource',
  'worker',
  'wakeUp',
  'handlers',
  'queues',
  'retention',
  'payloadLimit',
  'resultLimit',
  'queryTimeout',
  'preparedStatements',
];
const MEBIBYTE = 1_048_576;

/** Applies every default, once. @throws InvalidOptionError naming option and value. */
export function resolveOptions(options: QueueModuleOptions = {}): ResolvedOptions {
  knownKeys(options, '', KNOWN);
  return {
    worker: resolveWorker(options.worker),
    wakeUp: oneOf(options.wakeUp ?? true, 'wakeUp', [true, false]),
    handlers: resolveHandler(options.handlers ?? {}, HANDLER_DEFAULTS, 'handlers'),
    queues: resolveQueues(options.queues ?? {}),
    retention: resolveRetention(options.retention),
    payloadLimit: integer(options.payloadLimit ?? MEBIBYTE, 'payloadLimit', { least: 2, most: 512 * MEBIBYTE }),
    resultLimit: integer(options.resultLimit ?? 65_536, 'resultLimit', { least: 0, most: 16 * MEBIBYTE }),
    queryTimeout: timer(options.queryTimeout ?? 10_000, 'queryTimeout', 100),
    preparedStatements: oneOf(options.preparedStatements ?? true, 'preparedStatements', [true, false]),
  };
}

function resolveQueues(queues: Readonly<Record<string, QueueLimits>>): ResolvedOptions['queues'] {
  return new Map(Object.entries(queues).map(([name, limits]) => [queueName(name, 'queues'), resolveLimits(name, limits)]));
}

function resolveLimits(name: string, limits: QueueLimits): { maxPending: number | null } {
  knownKeys(limits, `queues.${name}`, ['maxPending']);
  return { maxPending: limits.maxPending === undefined ? null : integer(limits.maxPending, `queues.${name}.maxPending`, { least: 0 }) };
}

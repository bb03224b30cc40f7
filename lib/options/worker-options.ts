import { InvalidOptionError } from '../errors/invalid-option.error.js';
import { integer, knownKeys, queueList, timer } from './option-checks.js';
import type { WorkerOptions } from './queue-options.js';
import type { ResolvedWorker } from './resolved-options.js';

const KNOWN = ['queues', 'concurrency', 'prefetch', 'pollInterval', 'lease', 'heartbeatInterval', 'sweepInterval', 'shutdownGrace'];

/** null where this process runs no jobs. @throws InvalidOptionError naming option and value. */
export function resolveWorker(option: boolean | WorkerOptions = true): ResolvedWorker | null {
  if (option === false) return null;
  const options = option === true ? {} : option;
  knownKeys(options, 'worker', KNOWN);
  const lease = timer(options.lease ?? 30_000, 'worker.lease', 100);
  return {
    queues: options.queues === undefined ? null : queueList(options.queues, 'worker.queues'),
    concurrency: integer(options.concurrency ?? 5, 'worker.concurrency', { least: 1, most: 10_000 }),
    prefetch: integer(options.prefetch ?? 0, 'worker.prefetch', { least: 0, most: 10_000 }),
    pollInterval: timer(options.pollInterval ?? 1_000, 'worker.pollInterval', 10),
    lease,
    heartbeatInterval: heartbeat(options, lease),
    sweepInterval: timer(options.sweepInterval ?? 10_000, 'worker.sweepInterval', 10),
    shutdownGrace: timer(options.shutdownGrace ?? 20_000, 'worker.shutdownGrace', 0),
  };
}

/** A lease must outlast at least one missed beat. */
function heartbeat(options: WorkerOptions, lease: number): number {
  const interval = timer(options.heartbeatInterval ?? Math.floor(lease / 3), 'worker.heartbeatInterval', 10);
  if (interval * 2 > lease) {
    throw new InvalidOptionError('worker.heartbeatInterval', options.heartbeatInterval, `at most half of worker.lease (${lease} ms)`);
  }
  return interval;
}

import { jest } from '@jest/globals';
import { DatabaseError } from '../../../../lib/errors/database.error.js';
import { HandlerRegistry } from '../../../../lib/handlers/handler-registry.js';
import { fixed } from '../../../../lib/job/backoff.js';
import { ThrottledLog } from '../../../../lib/scheduling/throttled-log.js';
import type { ClaimedJob, Settlement } from '../../../../lib/store/job-store.js';

export const away = new DatabaseError('ECONNRESET', true);
export const refused = new DatabaseError('22P05', false);

/** Logger that keeps what it is told. */
export function recorder() {
  const logger = { warn: jest.fn<(text: string) => void>(), error: jest.fn<(text: string) => void>(), debug: jest.fn<(text: string) => void>() };
  return { logger, log: new ThrottledLog(logger) };
}

export function claimed(id: string, leaseToken = `lease of ${id}`): ClaimedJob {
  return { job: { id, type: 'work', payload: null, retryCount: 0, maxRetries: 3 }, leaseToken } as unknown as ClaimedJob;
}

export function completed(id: string, result: string | null = null): Settlement {
  return { claimed: claimed(id), outcome: { kind: 'completed', result } };
}

export function idsOf(settlements: readonly Settlement[]): string[] {
  return settlements.map(({ claimed: { job } }) => job.id);
}

/** A promise that the test settles. */
export function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

/** Lets everything run that waits for nothing but promises. */
export const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A registry with one handler, for jobs of the type `work`. */
export function registryOf(handle: (id: string, signal: AbortSignal) => unknown = () => null): HandlerRegistry {
  const registry = new HandlerRegistry();
  registry.add({
    type: 'work',
    className: 'WorkHandler',
    target: {},
    options: { queue: 'default', maxRetries: 3, backoff: fixed(0), timeout: 300_000, abortGrace: 5_000, onWorkerLost: 'retry' },
    instance: null,
    instanceFor: async ({ id, signal }) => ({ handle: async () => handle(id, signal) }),
  });
  return registry;
}

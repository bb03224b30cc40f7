import type { Backoff } from '../job/backoff.js';
import type { WorkerLostPolicy } from './queue-options.js';

/** Options with every default applied; durations in milliseconds. */
export interface ResolvedOptions {
  readonly worker: ResolvedWorker | null;
  readonly wakeUp: boolean;
  readonly handlers: ResolvedHandler;
  readonly queues: ReadonlyMap<string, { readonly maxPending: number | null }>;
  readonly retention: ResolvedRetention;
  readonly payloadLimit: number;
  readonly resultLimit: number;
  readonly queryTimeout: number;
  readonly preparedStatements: boolean;
}

/** Ages in milliseconds; null: for ever. */
export interface ResolvedRetention {
  readonly completed: number | null;
  readonly failed: number | null;
  readonly cancelled: number | null;
}

export interface ResolvedWorker {
  /** null: all queues as one. */
  readonly queues: readonly string[] | null;
  readonly concurrency: number;
  readonly prefetch: number;
  readonly pollInterval: number;
  readonly lease: number;
  readonly heartbeatInterval: number;
  readonly sweepInterval: number;
  readonly shutdownGrace: number;
}

export interface ResolvedHandler {
  readonly queue: string;
  readonly maxRetries: number;
  readonly backoff: Backoff;
  readonly timeout: number;
  readonly abortGrace: number;
  readonly onWorkerLost: WorkerLostPolicy;
}

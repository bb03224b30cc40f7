import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedWorker } from '../options/resolved-options.js';
import type { PeriodicTask } from '../scheduling/periodic-task.js';
import type { TimerRegistry } from '../scheduling/timer-registry.js';
import type { EnqueuedSignal } from '../signals/enqueued-signal.js';
import type { JobClaimer } from './job-claimer.js';
import type { JobPool } from './job-pool.js';
import type { LeaseKeeper } from './lease-keeper.js';
import type { Settler } from './settler.js';

/** The part of the shutdown grace in which handlers, told by their signal, can still end by themselves. */
const ABORT_SHARE = 0.2;
/** Milliseconds. */
const LONGEST_ABORT = 5_000;
/** For writing what was given back, in milliseconds; a database that is away does not keep the process longer. */
const SETTLE_TIME = 2_000;

export interface WorkerParts {
  readonly claimer: JobClaimer;
  readonly pool: JobPool;
  readonly keeper: LeaseKeeper;
  readonly settler: Settler;
  /** Runs the claimer at the poll interval. */
  readonly claimTask: PeriodicTask;
  readonly signal: EnqueuedSignal;
}

/** The life of a worker: start, stop claiming, drain. */
export class Worker {
  private unsubscribe: () => void = () => undefined;
  private draining: Promise<void> | null = null;

  constructor(
    readonly id: string,
    private readonly options: ResolvedWorker,
    private readonly parts: WorkerParts,
  ) {}

  start(registry: TimerRegistry): void {
    const { claimTask, keeper, pool, signal } = this.parts;
    const wake = () => claimTask.trigger();
    this.unsubscribe = signal.subscribe(wake);
    pool.onFree = wake;
    keeper.start();
    claimTask.start(registry);
  }

  /** No claim begins any more. */
  async stopClaiming(): Promise<void> {
    this.unsubscribe();
    this.parts.pool.onFree = () => undefined;
    this.parts.claimer.close();
    await this.parts.claimTask.stop();
  }

  /** Waits for running jobs within the shutdown grace and gives back the rest. Heartbeats go on until the last one is settled. */
  drain(): Promise<void> {
    return (this.draining ??= this.drainOnce());
  }

  /** Takes due jobs into free slots and waits until all running ones are settled; how many were started. */
  async runOnce(): Promise<number> {
    const started = await this.parts.claimer.runOnce();
    await this.parts.pool.idle();
    return started;
  }

  private async drainOnce(): Promise<void> {
    const { pool, keeper, settler } = this.parts;
    const abortGrace = Math.min(this.options.shutdownGrace * ABORT_SHARE, LONGEST_ABORT);
    await this.idleWithin(this.options.shutdownGrace - abortGrace);
    pool.abortAll(abortGrace);
    const settled = await this.idleWithin(abortGrace + SETTLE_TIME);
    if (!settled) settler.abandon();
    keeper.stop();
  }

  private async idleWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    try {
      return await Promise.race([this.parts.pool.idle().then(() => true), late]);
    } finally {
      timer.abort();
    }
  }
}

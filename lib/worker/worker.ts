import type { ResolvedWorker } from '../options/resolved-options.js';
import type { PeriodicTask } from '../scheduling/periodic-task.js';
import type { TimerRegistry } from '../scheduling/timer-registry.js';
import { within } from '../scheduling/within.js';
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
  private lastPass: Promise<void> = Promise.resolve();
  private stoppedAt = 0;

  constructor(
    /** Names host, process and start; the `workerId` of the jobs that it takes. */
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

  /** Jobs may have been committed elsewhere: an idle worker looks for them at once. */
  wake(): void {
    this.parts.claimTask.trigger();
  }

  /** No claim begins any more, and the shutdown grace begins. */
  stopClaiming(): void {
    this.unsubscribe();
    this.parts.pool.onFree = () => undefined;
    this.parts.claimer.close();
    this.parts.pool.releaseWaiting();
    this.stoppedAt = performance.now();
    this.lastPass = this.parts.claimTask.stop();
  }

  /**
   * Waits for running jobs within the shutdown grace and gives back the rest. Heartbeats go on until the last one is settled.
   * @param others what else is to end within the grace
   */
  drain(others: Promise<unknown> = Promise.resolve()): Promise<void> {
    return (this.draining ??= this.drainOnce(others));
  }

  /** Renews the leases of all jobs that run here, at once. @throws DatabaseError */
  renewLeases(): Promise<void> {
    return this.parts.keeper.runOnce();
  }

  /** Takes due jobs into free slots and waits until all running ones are settled; how many it started beside those under way. */
  async runOnce(): Promise<number> {
    await this.parts.claimTask.idle();
    const started = await this.parts.claimer.runOnce();
    await this.parts.pool.idle();
    return started;
  }

  private async drainOnce(others: Promise<unknown>): Promise<void> {
    const { pool, keeper, settler } = this.parts;
    const { shutdownGrace } = this.options;
    const abortGrace = Math.min(shutdownGrace * ABORT_SHARE, LONGEST_ABORT);
    const end = this.stoppedAt + shutdownGrace;
    const idle = () => Promise.all([this.lastPass, others, pool.idle()]);
    await within(end - abortGrace - performance.now(), idle());
    pool.abortAll(Math.max(end - performance.now(), 0));
    const settled = await within(end + SETTLE_TIME - performance.now(), idle());
    if (!settled) settler.abandon();
    keeper.stop();
  }
}

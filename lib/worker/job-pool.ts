import type { Logger } from '@nestjs/common';
import type { ClaimedJob, Settled } from '../store/job-store.js';
import { ActiveJob, LOST_GRACE } from './active-job.js';
import type { JobRunner } from './job-runner.js';
import type { Settler } from './settler.js';
import { WaitingJobs } from './waiting-jobs.js';

export interface Capacity {
  /** Jobs that run at the same time. */
  readonly concurrency: number;
  /** Jobs that may wait for a slot beside them. */
  readonly prefetch: number;
}

/** The jobs that a worker holds, from their claim until their outcome is written: some run, those claimed ahead wait for a slot. */
export class JobPool {
  readonly held = new Set<ActiveJob>();
  private readonly byId = new Map<string, ActiveJob>();
  private readonly ends = new Set<Promise<void>>();
  private readonly waiting = new WaitingJobs();
  private running = 0;
  private reserved = 0;
  /** Called when a job has left the pool. */
  onFree: () => void = () => undefined;

  constructor(
    private readonly capacity: Capacity,
    private readonly runner: JobRunner,
    private readonly settler: Settler,
    private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  /** How many more jobs may be held. */
  get room(): number {
    return this.capacity.concurrency + this.capacity.prefetch - this.held.size;
  }

  /** How many more jobs would start at once. */
  get slots(): number {
    return this.capacity.concurrency - this.running - this.reserved - this.waiting.size;
  }

  /** Keeps slots empty for jobs that are being claimed, until `take` is called with as many. */
  reserve(slots: number): void {
    this.reserved += slots;
  }

  /**
   * Runs jobs in their order: the first ones in the reserved slots, the others as slots become free. An earlier attempt of one that
   * is still here has lost its lease, or the job could not have been claimed again.
   * @param leaseEnd instant on this process's monotonic clock at which the leases have surely run out
   */
  take(claimed: readonly ClaimedJob[], leaseEnd: number, reserved: number): void {
    const jobs = claimed.map((each) => this.hold(new ActiveJob(each, leaseEnd)));
    this.reserved -= reserved;
    for (const job of jobs.slice(0, reserved)) this.start(job);
    for (const job of jobs.slice(reserved)) this.waiting.add(job);
    this.startWaiting();
  }

  /** Gives jobs back that were claimed too late to be started. */
  release(claimed: readonly ClaimedJob[], reserved: number): void {
    this.reserved -= reserved;
    for (const each of claimed) this.whileBusy(this.giveBack(new ActiveJob(each, Infinity)));
  }

  /** Gives back what has not started. */
  releaseWaiting(): void {
    for (const job of this.waiting.takeAll()) this.whileBusy(this.giveBack(job));
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    while (this.ends.size > 0) await Promise.all(this.ends);
  }

  /** Tells all handlers that the worker shuts down; what has not ended after `grace` ms is given back. */
  abortAll(grace: number): void {
    for (const job of this.held) job.abort('shutdown', grace);
  }

  private hold(job: ActiveJob): ActiveJob {
    const { id } = job.claimed.job;
    this.byId.get(id)?.abort('lease-lost', LOST_GRACE);
    this.byId.set(id, job);
    this.held.add(job);
    return job;
  }

  private startWaiting(): void {
    while (this.running + this.reserved < this.capacity.concurrency && this.waiting.size > 0) this.start(this.waiting.next());
  }

  /** A job whose lease ran out while it waited is given back, where nobody has taken it yet. */
  private start(job: ActiveJob): void {
    this.whileBusy(job.mayStart ? this.run(job) : this.giveBack(job));
  }

  private async run(job: ActiveJob): Promise<void> {
    this.running++;
    try {
      await this.runAndSettle(job);
    } catch {
      // Only the app's logger can have thrown; that must not cost a slot.
    }
    this.drop(job);
  }

  private async runAndSettle(job: ActiveJob): Promise<void> {
    const outcome = await this.runner.run(job).finally(() => this.leaveSlot());
    if (outcome) this.tell(job.claimed, outcome.kind, await this.settler.settle({ claimed: job.claimed, outcome }));
  }

  private leaveSlot(): void {
    this.running--;
    this.startWaiting();
  }

  private async giveBack(job: ActiveJob): Promise<void> {
    job.over = true;
    await this.settler.settle({ claimed: job.claimed, outcome: { kind: 'unstarted' } });
    this.drop(job);
  }

  private whileBusy(work: Promise<unknown>): void {
    const end: Promise<void> = work.then(() => void this.ends.delete(end));
    this.ends.add(end);
  }

  private drop(job: ActiveJob): void {
    this.held.delete(job);
    if (this.byId.get(job.claimed.job.id) === job) this.byId.delete(job.claimed.job.id);
    this.onFree();
  }

  private tell({ job }: ClaimedJob, outcome: string, settled: Settled): void {
    if (settled === null)
      this.logger.warn(
        `Job ${job.id} (${job.type}): the outcome "${outcome}" was not written; its lease was lost, or the write had gone through before.`,
      );
    else if (settled === 'failed')
      this.logger.warn(`Job ${job.id} (${job.type}) failed for good in attempt ${job.retryCount + 1}; its error is kept with it.`);
    else this.logger.debug?.(`Job ${job.id} (${job.type}): attempt ${job.retryCount + 1} ended, ${outcome}.`);
  }
}

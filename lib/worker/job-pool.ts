import type { Logger } from '@nestjs/common';
import type { ClaimedJob, Settled } from '../store/job-store.js';
import { ActiveJob, LOST_GRACE } from './active-job.js';
import type { JobRunner } from './job-runner.js';
import type { Settler } from './settler.js';

/** The slots of a worker: the jobs that it holds, from their claim until their outcome is written. */
export class JobPool {
  readonly active = new Set<ActiveJob>();
  private readonly byId = new Map<string, ActiveJob>();
  private readonly ends = new Map<ActiveJob, Promise<void>>();
  /** Called when a slot becomes free. */
  onFree: () => void = () => undefined;

  constructor(
    private readonly concurrency: number,
    private readonly runner: JobRunner,
    private readonly settler: Settler,
    private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  get free(): number {
    return this.concurrency - this.active.size;
  }

  /**
   * Runs a job. An earlier attempt of it that is still here has lost its lease, or the job could not have been claimed again.
   * @param leaseEnd instant on this process's monotonic clock at which the lease has surely run out
   */
  start(claimed: ClaimedJob, leaseEnd: number): void {
    const job = new ActiveJob(claimed, leaseEnd);
    this.byId.get(claimed.job.id)?.abort('lease-lost', LOST_GRACE);
    this.byId.set(claimed.job.id, job);
    this.active.add(job);
    this.ends.set(job, this.run(job));
  }

  /** Gives a job back that was claimed too late to be started. */
  release(claimed: ClaimedJob): void {
    const job = new ActiveJob(claimed, Infinity);
    this.ends.set(
      job,
      this.settler.settle({ claimed, outcome: { kind: 'released' } }).then(() => void this.ends.delete(job)),
    );
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    while (this.ends.size > 0) await Promise.all(this.ends.values());
  }

  /** Tells all handlers that the worker shuts down; what has not ended after `grace` ms is given back. */
  abortAll(grace: number): void {
    for (const job of this.active) job.abort('shutdown', grace);
  }

  private async run(job: ActiveJob): Promise<void> {
    try {
      await this.runAndSettle(job);
    } catch {
      // Only the app's logger can have thrown; that must not cost a slot.
    }
    this.active.delete(job);
    this.ends.delete(job);
    if (this.byId.get(job.claimed.job.id) === job) this.byId.delete(job.claimed.job.id);
    this.onFree();
  }

  private async runAndSettle(job: ActiveJob): Promise<void> {
    const outcome = await this.runner.run(job);
    if (outcome) this.tell(job.claimed, outcome.kind, await this.settler.settle({ claimed: job.claimed, outcome }));
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

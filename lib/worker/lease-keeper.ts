import type { ResolvedWorker } from '../options/resolved-options.js';
import type { ThrottledLog } from '../scheduling/throttled-log.js';
import type { JobStore } from '../store/job-store.js';
import { LOST_GRACE, type ActiveJob } from './active-job.js';

/**
 * Keeps the leases of the jobs held here by one statement for all of them. A lease that the database no longer knows, or that could
 * not be renewed until it ran out, is lost: the handler's signal aborts.
 */
export class LeaseKeeper {
  private timer: NodeJS.Timeout | undefined;
  private renewal: Promise<void> | null = null;

  constructor(
    private readonly store: Pick<JobStore, 'renewLeases'>,
    private readonly held: ReadonlySet<ActiveJob>,
    private readonly options: Pick<ResolvedWorker, 'lease' | 'heartbeatInterval'>,
    private readonly log: ThrottledLog,
  ) {}

  /** Not in the app's SchedulerRegistry: @nestjs/schedule clears that at shutdown, while jobs still run. */
  start(): void {
    this.timer ??= setInterval(() => void this.beat(), this.options.heartbeatInterval);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** While a renewal hangs, time goes on: only then, or after it failed, does this process's own clock decide. */
  private async beat(): Promise<void> {
    if (this.renewal) return this.dropExpired();
    try {
      await this.runOnce();
    } catch (error) {
      this.log.warn(`Leases could not be renewed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
      this.dropExpired();
    }
  }

  /** Renews all leases, or waits for the renewal under way. @throws DatabaseError */
  runOnce(): Promise<void> {
    return (this.renewal ??= this.renew().finally(() => (this.renewal = null)));
  }

  private async renew(): Promise<void> {
    const jobs = [...this.held].filter(({ abortReason }) => abortReason !== 'lease-lost');
    if (jobs.length === 0) return;
    const leaseEnd = performance.now() + this.options.lease;
    const leases = jobs.map(({ claimed }) => ({ id: claimed.job.id, leaseToken: claimed.leaseToken }));
    const kept = new Set((await this.store.renewLeases(leases, this.options.lease)).map(({ id, leaseToken }) => `${id} ${leaseToken}`));
    for (const job of jobs) {
      if (kept.has(`${job.claimed.job.id} ${job.claimed.leaseToken}`)) job.leaseEnd = leaseEnd;
      else if (this.held.has(job) && !job.over) job.abort('lease-lost', LOST_GRACE);
    }
  }

  private dropExpired(): void {
    const now = performance.now();
    for (const job of this.held) if (job.leaseEnd < now && !job.over) job.abort('lease-lost', LOST_GRACE);
  }
}

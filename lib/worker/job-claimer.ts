import { randomUUID } from 'node:crypto';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import type { ResolvedWorker } from '../options/resolved-options.js';
import type { ClaimedJob, JobStore } from '../store/job-store.js';
import type { JobPool } from './job-pool.js';
import type { Settler } from './settler.js';

/** Delayed jobs that one statement makes claimable. */
const PROMOTED = 1_000;

/** Takes due jobs into free slots. */
export class JobClaimer {
  private promotedAt = -Infinity;
  private closed = false;

  constructor(
    private readonly store: Pick<JobStore, 'claim' | 'promote'>,
    private readonly pool: JobPool,
    private readonly settler: Settler,
    private readonly registry: HandlerRegistry,
    private readonly options: ResolvedWorker & { readonly workerId: string },
  ) {}

  /** Fills the free slots once; how many jobs were started. @throws DatabaseError */
  async runOnce(): Promise<number> {
    this.promotedAt = performance.now();
    await this.store.promote(PROMOTED);
    return this.claim();
  }

  /** The same as `runOnce`, but looks for jobs whose time has come only once per poll interval: slots free up far more often. */
  async refill(): Promise<number> {
    return performance.now() - this.promotedAt >= this.options.pollInterval * 0.9 ? this.runOnce() : this.claim();
  }

  /** Nothing is started from now on; what a claim under way still brings is given back. */
  close(): void {
    this.closed = true;
  }

  private async claim(): Promise<number> {
    const limit = this.pool.free;
    const { types, failWhenLost } = this.registry;
    if (this.closed || limit <= 0 || types.length === 0) return 0;
    const { workerId, lease, queues } = this.options;
    const leaseEnd = performance.now() + lease;
    const claimed = await this.store.claim({ workerId, leaseToken: randomUUID(), lease, limit, types, failWhenLost, queues });
    if (this.closed) return this.giveBack(claimed);
    for (const job of claimed) this.pool.start(job, leaseEnd);
    return claimed.length;
  }

  private async giveBack(claimed: readonly ClaimedJob[]): Promise<number> {
    await Promise.all(claimed.map((job) => this.settler.settle({ claimed: job, outcome: { kind: 'released' } })));
    return 0;
  }
}

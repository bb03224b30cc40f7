import { randomUUID } from 'node:crypto';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import type { ResolvedWorker } from '../options/resolved-options.js';
import type { ClaimedJob, ClaimRequest, JobStore, Settled, Settlement } from '../store/job-store.js';
import type { JobPool } from './job-pool.js';
import { OrphanedClaims } from './orphaned-claims.js';

/** Delayed jobs that one statement makes claimable. */
const PROMOTED = 1_000;
/** Statements of one pass: running jobs must not wait for a million to become due. */
const PROMOTE_ROUNDS = 10;

/** Takes due jobs into free slots. */
export class JobClaimer {
  private promotedAt = -Infinity;
  private closed = false;
  /** Slots that claims under way may fill. */
  private asked = 0;
  private readonly orphans: OrphanedClaims;

  constructor(
    private readonly store: Pick<JobStore, 'claim' | 'promote' | 'settleAndClaim' | 'releaseClaims'>,
    private readonly pool: JobPool,
    private readonly registry: HandlerRegistry,
    private readonly options: ResolvedWorker & { readonly workerId: string },
  ) {
    this.orphans = new OrphanedClaims(store);
  }

  /** Fills the free slots once; how many jobs were started. @throws DatabaseError */
  async runOnce(): Promise<number> {
    this.promotedAt = performance.now();
    for (let rounds = 0; rounds < PROMOTE_ROUNDS && (await this.store.promote(PROMOTED)) === PROMOTED; rounds++);
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

  /** Settles jobs that have ended and takes as many again, and more where slots are free; null once nothing may be started. */
  turn(settlements: readonly Settlement[]): Promise<Settled[]> | null {
    return this.closed ? null : this.settleAndClaim(settlements);
  }

  private async settleAndClaim(settlements: readonly Settlement[]): Promise<Settled[]> {
    const free = this.unasked;
    const request = this.request(settlements.length + free);
    const { settled, claimed } = await this.asking(free, request, () => this.store.settleAndClaim(settlements, request));
    this.start(claimed, request);
    return settled;
  }

  private async claim(): Promise<number> {
    if (!this.mayClaim) return 0;
    await this.orphans.release();
    // Only now: a turn may have asked for the free slots meanwhile.
    return this.mayClaim ? this.claimInto(this.unasked) : 0;
  }

  private async claimInto(free: number): Promise<number> {
    const request = this.request(free);
    const claimed = await this.asking(free, request, () => this.store.claim(request));
    this.start(claimed, request);
    return claimed.length;
  }

  private request(limit: number): TimedRequest {
    const { types, failWhenLost } = this.registry;
    const { workerId, lease, queues } = this.options;
    return { workerId, leaseToken: randomUUID(), lease, limit, types, failWhenLost, queues, leaseEnd: performance.now() + lease };
  }

  private get mayClaim(): boolean {
    return !this.closed && this.unasked > 0 && this.registry.types.length > 0;
  }

  /** Free slots that no claim under way may fill already. */
  private get unasked(): number {
    return Math.max(this.pool.free - this.asked, 0);
  }

  private async asking<T>(slots: number, request: TimedRequest, claim: () => Promise<T>): Promise<T> {
    this.asked += slots;
    try {
      return await claim();
    } catch (error) {
      this.orphans.add(request);
      throw error;
    } finally {
      this.asked -= slots;
    }
  }

  private start(claimed: readonly ClaimedJob[], { leaseEnd }: TimedRequest): void {
    if (this.closed) this.giveBack(claimed);
    else for (const job of claimed) this.pool.start(job, leaseEnd);
  }

  private giveBack(claimed: readonly ClaimedJob[]): void {
    for (const job of claimed) this.pool.release(job);
  }
}

type TimedRequest = ClaimRequest & { readonly leaseEnd: number };

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
  /** Room that claims under way may fill, beside that of the jobs that they settle. */
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
    const room = this.unasked;
    const request = this.request(settlements.length + room);
    const { settled } = await this.asking(room, request, () => this.store.settleAndClaim(settlements, request));
    return settled;
  }

  private async claim(): Promise<number> {
    if (!this.mayClaim) return 0;
    await this.orphans.release();
    // Only now: a turn may have asked for the free slots meanwhile.
    return this.mayClaim ? this.claimInto(this.unasked) : 0;
  }

  private async claimInto(room: number): Promise<number> {
    const request = this.request(room);
    const { claimed } = await this.asking(room, request, async () => ({ claimed: await this.store.claim(request) }));
    return claimed.length;
  }

  private request(limit: number): TimedRequest {
    const { types, failWhenLost } = this.registry;
    const { workerId, lease, queues } = this.options;
    const ahead = Math.max(limit - this.startingAtOnce, 0);
    return { workerId, leaseToken: randomUUID(), lease, limit, ahead, types, failWhenLost, queues, leaseEnd: performance.now() + lease };
  }

  /** Where jobs may wait, half of the free slots are left to what comes meanwhile: the others stay empty until the claim is back. */
  private get startingAtOnce(): number {
    const slots = Math.max(this.pool.slots, 0);
    return this.options.prefetch === 0 ? slots : Math.ceil(slots / 2);
  }

  private get mayClaim(): boolean {
    return !this.closed && this.unasked > 0 && this.registry.types.length > 0;
  }

  /** Room that no claim under way may fill already. */
  private get unasked(): number {
    return Math.max(this.pool.room - this.asked, 0);
  }

  private async asking<T extends Claim>(room: number, request: TimedRequest, claim: () => Promise<T>): Promise<T> {
    const slots = request.limit - request.ahead;
    this.asked += room;
    this.pool.reserve(slots);
    try {
      const answer = await claim();
      this.take(answer.claimed, request.leaseEnd, slots);
      return answer;
    } catch (error) {
      this.orphans.add(request);
      this.take([], request.leaseEnd, slots);
      throw error;
    } finally {
      this.asked -= room;
    }
  }

  private take(claimed: readonly ClaimedJob[], leaseEnd: number, slots: number): void {
    if (this.closed) this.pool.release(claimed, slots);
    else this.pool.take(claimed, leaseEnd, slots);
  }
}

type TimedRequest = ClaimRequest & { readonly leaseEnd: number };

interface Claim {
  readonly claimed: readonly ClaimedJob[];
}

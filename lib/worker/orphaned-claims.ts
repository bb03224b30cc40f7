import type { JobStore } from '../store/job-store.js';

/**
 * Claims whose answer did not arrive: the database may have given this worker jobs that it knows nothing of. Since no handler
 * was started under their tokens, they are given back, instead of waiting for their leases to run out as if a worker had died.
 */
export class OrphanedClaims {
  private readonly leaseEnds = new Map<string, number>();

  constructor(private readonly store: Pick<JobStore, 'releaseClaims'>) {}

  add({ leaseToken, leaseEnd }: { readonly leaseToken: string; readonly leaseEnd: number }): void {
    this.leaseEnds.set(leaseToken, leaseEnd);
  }

  /** A statement that was cut off may still take effect later: its token is tried until its lease has run out. @throws DatabaseError */
  async release(): Promise<void> {
    if (this.leaseEnds.size === 0) return;
    await this.store.releaseClaims([...this.leaseEnds.keys()]);
    const now = performance.now();
    for (const [token, end] of this.leaseEnds) if (end < now) this.leaseEnds.delete(token);
  }
}

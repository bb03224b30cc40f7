import { JobAbortedError, type AbortReason } from '../errors/job-aborted.error.js';
import type { ClaimedJob } from '../store/job-store.js';

/** After a lost lease: how long, in milliseconds, the handler may take before its slot is used again. */
export const LOST_GRACE = 5_000;

/** A job that this worker holds: its lease as far as this process knows, and the signal of its handler. */
export class ActiveJob {
  private readonly controller = new AbortController();
  private readonly gaveUp: Promise<void>;
  private giveUp: () => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private giveUpAt = Infinity;
  private lost = false;
  /** The handler has ended or was given up; its outcome may be on its way, so that the row can already be settled. */
  over = false;

  /** @param leaseEnd instant on this process's monotonic clock at which the lease has surely run out */
  constructor(
    readonly claimed: ClaimedJob,
    public leaseEnd: number,
  ) {
    this.gaveUp = new Promise((resolve) => (this.giveUp = resolve));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why the attempt is to end; null while it may go on. A lost lease overrides the others. */
  get abortReason(): AbortReason | null {
    if (this.lost) return 'lease-lost';
    return this.signal.aborted ? (this.signal.reason as JobAbortedError).reason : null;
  }

  /**
   * Tells the handler to end; after `grace` ms its slot is used again whether it did or not. The first reason stands, and the
   * shortest grace.
   */
  abort(reason: AbortReason, grace: number): void {
    if (reason === 'lease-lost') this.lost = true;
    if (this.over) return;
    this.giveUpAfter(grace);
    if (!this.signal.aborted) this.controller.abort(new JobAbortedError(reason));
  }

  /** What the handler came to, or 'given-up' when it has not ended by the end of its grace. */
  async ended<T>(handling: Promise<T>): Promise<T | 'given-up'> {
    try {
      return await Promise.race([handling, this.gaveUp.then(() => 'given-up' as const)]);
    } finally {
      this.over = true;
      clearTimeout(this.timer);
    }
  }

  private giveUpAfter(grace: number): void {
    const at = performance.now() + grace;
    if (at >= this.giveUpAt) return;
    this.giveUpAt = at;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.giveUp, grace);
  }
}

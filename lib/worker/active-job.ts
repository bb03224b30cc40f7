import { JobAbortedError, type AbortReason } from '../errors/job-aborted.error.js';
import type { ClaimedJob } from '../store/job-store.js';

/** After a lost lease: how long, in milliseconds, the handler may take before its slot is used again. */
export const LOST_GRACE = 5_000;

/** A job that this worker holds: its lease as far as this process knows, and the signal of its handler. */
export class ActiveJob {
  private controller: AbortController | null = null;
  /** null until a handler has begun. */
  private giveUp: (() => void) | null = null;
  private timer: NodeJS.Timeout | undefined;
  private giveUpAt = Infinity;
  private lost = false;
  /** The handler has ended or was given up; its outcome may be on its way, so that the row can already be settled. */
  over = false;

  /** @param leaseEnd instant on this process's monotonic clock at which the lease has surely run out */
  constructor(
    readonly claimed: ClaimedJob,
    public leaseEnd: number,
  ) {}

  /** Made when first asked for: most handlers never look at it. */
  get signal(): AbortSignal {
    return (this.controller ??= new AbortController()).signal;
  }

  /** Why the attempt is to end; null while it may go on. A lost lease overrides the others. */
  get abortReason(): AbortReason | null {
    if (this.lost) return 'lease-lost';
    return this.controller?.signal.aborted ? (this.controller.signal.reason as JobAbortedError).reason : null;
  }

  /** Whether the job is still surely this worker's. */
  get mayStart(): boolean {
    return !this.lost && performance.now() < this.leaseEnd;
  }

  /**
   * Tells the handler to end; after `grace` ms its slot is used again whether it did or not. The first reason stands, and the
   * shortest grace.
   */
  abort(reason: AbortReason, grace: number): void {
    if (reason === 'lease-lost') this.lost = true;
    if (this.over) return;
    this.giveUpAt = Math.min(this.giveUpAt, performance.now() + grace);
    this.watchGrace();
    this.controller ??= new AbortController();
    if (!this.controller.signal.aborted) this.controller.abort(new JobAbortedError(reason));
  }

  /** What the handler, whose promise never rejects, came to, or 'given-up' when it has not ended by the end of its grace. */
  ended<T>(handling: Promise<T>): Promise<T | 'given-up'> {
    return new Promise((resolve) => {
      this.giveUp = () => this.end(resolve, 'given-up');
      this.watchGrace();
      void handling.then((ending) => this.end(resolve, ending));
    });
  }

  private end<T>(resolve: (ending: T) => void, ending: T): void {
    this.over = true;
    clearTimeout(this.timer);
    resolve(ending);
  }

  private watchGrace(): void {
    if (this.giveUp === null || this.giveUpAt === Infinity) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.giveUp, Math.max(this.giveUpAt - performance.now(), 0));
  }
}

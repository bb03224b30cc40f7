import type { Logger } from '@nestjs/common';
import type { EnqueuedSignal } from '../signals/enqueued-signal.js';
import type { JobStore, Rescued } from '../store/job-store.js';

/** Rows of one transaction. */
const BATCH = 100;

/** Finds jobs whose worker vanished and treats them: back to pending as a retry, or failed. */
export class StuckJobSweeper {
  private closed = false;

  constructor(
    private readonly store: Pick<JobStore, 'rescue'>,
    private readonly signal: EnqueuedSignal,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Treats all that are stuck now; how many. @throws DatabaseError */
  async runOnce(): Promise<number> {
    let total = 0;
    for (let found = BATCH; found === BATCH && !this.closed; total += found) found = await this.sweepBatch();
    return total;
  }

  /** No batch begins any more. */
  close(): void {
    this.closed = true;
  }

  private async sweepBatch(): Promise<number> {
    const rescued = await this.store.rescue(BATCH);
    for (const job of rescued) this.logger.warn(describe(job));
    if (rescued.some(({ status }) => status === 'pending')) this.signal.emit();
    return rescued.length;
  }
}

function describe({ id, type, workerId, status }: Rescued): string {
  const what = status === 'pending' ? 'it will run again, as a retry' : 'it is failed, for review';
  return `Job ${id} (${type}) was left by the lost worker ${workerId ?? 'unknown'}: ${what}.`;
}

import { DatabaseError } from '../errors/database.error.js';
import type { InsertedJob, JobStore, NewJob } from '../store/job-store.js';

interface Waiting {
  readonly job: NewJob;
  readonly resolve: (inserted: InsertedJob) => void;
  readonly reject: (error: unknown) => void;
}

const LARGEST_BATCH = 500;

/**
 * Stores single jobs, those of the same moment together: one statement and one fsync for many calls, each of which resolves
 * after its own commit. Only for jobs that depend on nothing else: with an idempotency key or a limited queue a job can wait for
 * another transaction, and would make strangers wait with it.
 */
export class InsertCoalescer {
  private waiting: Waiting[] = [];
  private writing = false;

  constructor(
    private readonly store: Pick<JobStore, 'insert'>,
    private readonly committed: () => void,
  ) {}

  /** @throws DatabaseError */
  insert(job: NewJob): Promise<InsertedJob> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject });
      if (!this.writing) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.writing = true;
    await Promise.resolve();
    while (this.waiting.length > 0) await this.writeBatch(this.waiting.splice(0, LARGEST_BATCH));
    this.writing = false;
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const inserted = await this.store.insert({ jobs: batch.map(({ job }) => job), maxPending: new Map(), committed: this.committed });
      batch.forEach(({ resolve }, index) => resolve(inserted[index] as InsertedJob));
    } catch (error) {
      if (batch.length > 1 && error instanceof DatabaseError && !error.retryable) await this.oneByOne(batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** What the database refuses of one call must not fail the others. */
  private async oneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await this.writeBatch([one]);
  }
}

import type { EnqueueResult, Job, JobStatus } from 'nestjs-typeorm-queue';

/** A job as a customer may see it: without payload and technical errors. */
export interface JobView {
  readonly id: string;
  readonly type: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly maxRetries: number;
  /** A stable code where the queue itself ended the job, such as `TIMEOUT`. */
  readonly errorCode: string | null;
  readonly result: unknown;
  readonly createdAt: Date;
  /** When a job that waits may run. */
  readonly runAt: Date;
  readonly finishedAt: Date | null;
}

export function toJobView({ id, type, status, retryCount, maxRetries, errorCode, result, createdAt, runAt, finishedAt }: Job): JobView {
  return { id, type, status, attempt: retryCount + 1, maxRetries, errorCode, result, createdAt, runAt, finishedAt };
}

/** The answer to a request that was accepted, and is not done. */
export interface AcceptedView {
  readonly id: string;
  readonly status: JobStatus;
  /** False where the same request came before; `id` is the job of that one. */
  readonly created: boolean;
  /** Where to look what became of it. */
  readonly statusUrl: string;
}

export function toAcceptedView({ job, created }: EnqueueResult): AcceptedView {
  return { id: job.id, status: job.status, created, statusUrl: `/invoices/jobs/${job.id}` };
}

import type { Job } from './job.js';

/** What can happen to a job. `retried`, `snoozed`, `released` and `rescued` put it back to pending. */
export type JobEventName =
  'enqueued' | 'claimed' | 'retried' | 'snoozed' | 'released' | 'rescued' | 'rescheduled' | 'completed' | 'failed' | 'cancelled';

/** One line of a job's history. */
export interface JobEvent {
  readonly event: JobEventName;
  readonly at: Date;
  /** The attempt that it belongs to, from 1. */
  readonly attempt: number;
  /** The worker that ran the attempt; null where none did. */
  readonly workerId: string | null;
  /** Technical text of the failure, where there was one. */
  readonly error: string | null;
  readonly errorCode: string | null;
  /** When the job may run next, where the event put it back. */
  readonly runAt: Date | null;
}

/** An attempt that did not end its job (or a change of its time), as the history table keeps it. */
export interface PastAttempt extends JobEvent {
  readonly event: 'retried' | 'snoozed' | 'released' | 'rescued' | 'rescheduled';
  readonly claimedAt: Date | null;
}

/** The whole life of a job in order: what the job row itself says, and between that the attempts that did not end it. */
export function historyOf(job: Job, past: readonly PastAttempt[]): JobEvent[] {
  return [eventOf('enqueued', job.createdAt), ...past.flatMap(attemptEvents), ...currentEvents(job)];
}

function attemptEvents({ claimedAt, ...ended }: PastAttempt): JobEvent[] {
  if (claimedAt === null) return [ended];
  return [eventOf('claimed', claimedAt, { attempt: ended.attempt, workerId: ended.workerId }), ended];
}

function currentEvents(job: Job): JobEvent[] {
  const attempt = { attempt: job.retryCount + 1, workerId: job.workerId };
  const events: JobEvent[] = job.claimedAt ? [eventOf('claimed', job.claimedAt, attempt)] : [];
  if (job.finishedAt) events.push(eventOf(finalEvent(job), job.finishedAt, { ...attempt, ...lastFailure(job) }));
  return events;
}

function finalEvent(job: Job): JobEventName {
  return job.status === 'completed' || job.status === 'cancelled' ? job.status : 'failed';
}

/** A completed job still shows the failure of an earlier attempt; that one is not how it ended. */
function lastFailure(job: Job): Partial<JobEvent> {
  return job.status === 'failed' ? { error: job.error, errorCode: job.errorCode } : {};
}

function eventOf(event: JobEventName, at: Date, more: Partial<JobEvent> = {}): JobEvent {
  return { event, at, attempt: 1, workerId: null, error: null, errorCode: null, runAt: null, ...more };
}

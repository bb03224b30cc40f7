import { TransitionRefusedError } from '../errors/transition-refused.error.js';

/** The states of a job (R1.2). The last three are final: nothing leaves them. */
export const JOB_STATUSES = ['pending', 'running', 'cancel_requested', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Every allowed change of state; docs/job-lifecycle.md draws it. */
export const TRANSITIONS: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  pending: ['running', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'pending', 'cancel_requested'],
  cancel_requested: ['cancelled', 'completed', 'failed'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function canTransition(from: JobStatus, to: JobStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** @throws TransitionRefusedError where the state machine has no such edge. */
export function assertTransition(from: JobStatus, to: JobStatus, jobId: string | null = null): void {
  if (!canTransition(from, to)) throw new TransitionRefusedError(from, to, jobId);
}

import { QueueError } from './queue.error.js';

/** Why a handler's signal was aborted. */
export type AbortReason = 'timeout' | 'shutdown' | 'lease-lost';

const TEXTS: Readonly<Record<AbortReason, string>> = {
  timeout: 'The handler did not end within its time limit.',
  shutdown: 'The worker is shutting down.',
  'lease-lost': 'The lease of the job was lost: another worker may run it now, and nothing that this attempt writes to the queue counts.',
};

/** `signal.reason` of a handler whose attempt is to end. */
export class JobAbortedError extends QueueError {
  readonly code = 'JOB_ABORTED';

  constructor(readonly reason: AbortReason) {
    super(TEXTS[reason]);
  }
}

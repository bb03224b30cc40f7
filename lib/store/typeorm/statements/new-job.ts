import type { Job } from '../../../job/job.js';
import { priorityLabel } from '../../../job/priority.js';
import type { NewJob } from '../../job-store.js';
import type { CreatedRow } from './insert-rows.js';

/** A job just inserted, without reading back what was sent. */
export function newJobAsStored(job: NewJob, { createdAt, runAt }: CreatedRow): Job {
  return {
    id: job.id,
    type: job.type,
    queue: job.queue,
    payload: job.payload,
    priority: job.priority,
    priorityLabel: priorityLabel(job.priority),
    status: 'pending',
    retryCount: 0,
    maxRetries: job.maxRetries,
    idempotencyKey: job.idempotencyKey,
    owner: job.owner,
    runAt,
    claimedAt: null,
    workerId: null,
    error: null,
    errorCode: null,
    result: null,
    createdAt,
    updatedAt: createdAt,
    finishedAt: null,
  };
}

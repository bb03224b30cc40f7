import type { Job } from '../../../job/job.js';
import type { When } from '../../job-store.js';
import type { Plan } from '../plan.js';
import { sql } from '../sql.js';
import { appendHistory } from './append-history.js';
import { findJob } from './read-jobs.js';
import type { Schema } from './schema.js';
import { updateJobs } from './update-jobs.js';

/** Moves a job that still waits. The job as it is then, moved or not; null where there is none. */
export function* rescheduleJob(schema: Schema, id: string, when: When): Plan<{ job: Job; moved: boolean } | null> {
  const { jobs, dialect } = schema;
  const { col } = jobs;
  const runAt = 'runAt' in when ? dialect.integer(when.runAt) : sql`${dialect.now} + ${dialect.integer(when.delay)}`;
  const set = [
    sql`${col.runAt} = ${runAt}`,
    sql`${col.claimRank} = CASE WHEN ${runAt} <= ${dialect.now} THEN -${col.priority} END`,
    sql`${col.updatedAt} = ${dialect.now}`,
  ];
  const moved = (yield* updateJobs(schema, { set, where: sql`${col.id} = ${id} AND ${col.status} = 'pending'` })).length > 0;
  const job = yield* findJob(schema, id);
  if (job && moved) yield* appendHistory(schema, { ...entry(job), event: 'rescheduled' });
  return job && { job, moved };
}

function entry(job: Job) {
  return {
    jobId: job.id,
    attempt: job.retryCount + 1,
    workerId: null,
    claimedAt: null,
    delay: null,
    runAt: job.runAt.getTime(),
    error: null,
    errorCode: null,
  };
}

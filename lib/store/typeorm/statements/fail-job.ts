import type { Outcome, StoredFailure } from '../../../job/outcome.js';
import type { Settled, Settlement } from '../../job-store.js';
import type { Plan } from '../plan.js';
import { sql, type Sql } from '../sql.js';
import { heldUnder } from './lease.js';
import type { Schema } from './schema.js';
import { updateJobs } from './update-jobs.js';

/** running | cancel_requested → failed, where the job is still held. */
export function* failJob(schema: Schema, { claimed, outcome }: Settlement): Plan<Settled> {
  const where = heldUnder(schema, [{ id: claimed.job.id, leaseToken: claimed.leaseToken }]);
  const failed = yield* updateJobs(schema, { set: failing(schema, failureOf(outcome)), where });
  return failed.length === 0 ? null : 'failed';
}

/** The columns of a job that failed for good. */
export function failing({ jobs: { col }, dialect: { now } }: Schema, { error, errorCode }: StoredFailure): Sql[] {
  return [
    sql`${col.status} = 'failed'`,
    sql`${col.error} = ${error}`,
    sql`${col.errorCode} = ${errorCode}`,
    sql`${col.leaseExpiresAt} = NULL`,
    sql`${col.finishedAt} = ${now}`,
    sql`${col.updatedAt} = ${now}`,
  ];
}

/** A job that was to be put back but may not be: a cancel was requested meanwhile. */
function failureOf(outcome: Outcome): StoredFailure {
  if ('error' in outcome) return outcome;
  return { error: 'The attempt was given up after a cancel request.', errorCode: 'INTERRUPTED' };
}

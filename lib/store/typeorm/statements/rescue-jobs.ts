import type { StoredFailure } from '../../../job/outcome.js';
import type { Rescued } from '../../job-store.js';
import { rowsOf, type Plan, type Row } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import { selectList } from '../tables.js';
import { appendHistory, type HistoryEntry } from './append-history.js';
import { failing } from './fail-job.js';
import { text } from './job-row.js';
import { waiting } from './put-back-job.js';
import type { Schema } from './schema.js';
import { updateJobs } from './update-jobs.js';

const LOST: StoredFailure = {
  error: 'The worker that ran this job vanished: its lease ran out without a heartbeat.',
  errorCode: 'WORKER_LOST',
};
const READ = ['id', 'type', 'workerId', 'claimedAt', 'retryCount'] as const;

/**
 * Treats jobs whose lease has run out by the database's clock: back to pending as a retry where the job's policy and its
 * retries allow it, else failed. Rows that a worker is just settling are left out.
 */
export function* rescueJobs(schema: Schema, limit: number): Plan<Rescued[]> {
  const { jobs, dialect } = schema;
  const columns = selectList(jobs, READ, (name) => dialect.quote(name));
  const lost = yield* rowsOf(sql`SELECT ${columns} FROM ${jobs.path} WHERE ${expired(schema)} LIMIT ${limit}${dialect.lockRows}`);
  if (lost.length === 0) return [];
  const these = sql`${jobs.col.id} IN (${join(lost.map((row) => String(row['id'])))}) AND ${expired(schema)}`;
  const retried = new Set(yield* updateJobs(schema, { set: retrying(schema), where: sql`${these} AND ${mayRunAgain(schema)}` }));
  const failed = new Set(yield* updateJobs(schema, { set: failing(schema, LOST), where: these }));
  for (const row of lost) if (retried.has(String(row['id']))) yield* appendHistory(schema, entryOf(row));
  return lost.flatMap((row) => rescued(row, retried, failed));
}

function expired({ jobs: { col }, dialect: { now } }: Schema): Sql {
  return sql`${col.status} IN ('running', 'cancel_requested') AND ${col.claimRank} IS NULL AND ${col.finishedAt} IS NULL AND ${col.leaseExpiresAt} < ${now}`;
}

function mayRunAgain({ jobs: { col } }: Schema): Sql {
  return sql`${col.status} = 'running' AND ${col.retryCount} < ${col.maxRetries} AND COALESCE(${col.onWorkerLost}, 'retry') <> 'fail'`;
}

function retrying(schema: Schema): Sql[] {
  const { col } = schema.jobs;
  const failure = [sql`${col.error} = ${LOST.error}`, sql`${col.errorCode} = ${LOST.errorCode}`];
  return [...waiting(schema, 0), sql`${col.retryCount} = ${col.retryCount} + 1`, ...failure];
}

function entryOf(row: Row): HistoryEntry {
  return {
    jobId: String(row['id']),
    event: 'rescued',
    attempt: Number(row['retryCount']) + 1,
    workerId: text(row['workerId']),
    claimedAt: row['claimedAt'] === null ? null : Number(row['claimedAt']),
    delay: 0,
    runAt: null,
    ...LOST,
  };
}

function rescued(row: Row, retried: ReadonlySet<string>, failed: ReadonlySet<string>): Rescued[] {
  const id = String(row['id']);
  const common = { id, type: String(row['type']), workerId: text(row['workerId']) };
  if (retried.has(id)) return [{ ...common, status: 'pending' }];
  return failed.has(id) ? [{ ...common, status: 'failed' }] : [];
}

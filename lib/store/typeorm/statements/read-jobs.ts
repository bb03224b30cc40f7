import type { Job } from '../../../job/job.js';
import type { ListRequest } from '../../job-store.js';
import { rowsOf, type Plan } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import { jobColumns, toJob } from './job-row.js';
import { keyHash } from './key-hash.js';
import type { Schema } from './schema.js';

/** The job with this id, or null. */
export function* findJob(schema: Schema, id: string): Plan<Job | null> {
  const { jobs } = schema;
  const [row] = yield* rowsOf(sql`SELECT ${jobColumns(schema)} FROM ${jobs.path} WHERE ${jobs.col.id} = ${id}`);
  return row ? toJob(row) : null;
}

/**
 * Jobs that hold one of these keys. On MySQL the read locks: within the caller's REPEATABLE READ transaction a plain one
 * would not see the job that the insert just met.
 */
export function* jobsByKey(schema: Schema, keys: readonly string[]): Plan<Job[]> {
  const { jobs, dialect } = schema;
  const rows = yield* rowsOf(
    sql`SELECT ${jobColumns(schema)} FROM ${jobs.path} WHERE ${jobs.col.idempotencyHash} IN (${join(keys.map(keyHash))})${dialect.lockShared}`,
  );
  return rows.map(toJob);
}

/** Newest first. */
export function* listJobs(schema: Schema, request: ListRequest): Plan<Job[]> {
  const { jobs } = schema;
  const rows = yield* rowsOf(
    sql`SELECT ${jobColumns(schema)} FROM ${jobs.path} WHERE ${conditions(schema, request)} ORDER BY ${jobs.col.id} DESC LIMIT ${request.limit}`,
  );
  return rows.map(toJob);
}

function conditions({ jobs: { col } }: Schema, { status, type, queue, owner, before }: ListRequest): Sql {
  const all: Sql[] = [];
  if (status !== undefined) all.push(sql`${col.status} IN (${join(status)})`);
  if (type !== undefined) all.push(sql`${col.type} = ${type}`);
  if (queue !== undefined) all.push(sql`${col.queue} = ${queue}`);
  if (owner !== undefined) all.push(sql`${col.owner} = ${owner}`);
  if (before !== undefined) all.push(sql`${col.id} < ${before}`);
  return all.length === 0 ? sql`1 = 1` : join(all, ' AND ');
}

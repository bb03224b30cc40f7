import type { Job } from '../../../job/job.js';
import type { ClaimRequest } from '../../job-store.js';
import { query, rowsOf, type Plan, type Row } from '../plan.js';
import { join, raw, sql, type Sql } from '../sql.js';
import { candidateIds, candidateSelect, mayNotWait } from './claim-candidates.js';
import { jobColumns, toJob } from './job-row.js';
import type { Schema } from './schema.js';

/** Takes due jobs, in order. The rows are found through an index in claim order, so that none but those taken are locked. */
export function* claimJobs(schema: Schema, request: ClaimRequest): Plan<Job[]> {
  const taken = schema.dialect.returning ? yield* claimInOne(schema, request) : yield* claimInTwo(schema, request);
  return taken.toSorted(inOrder(request.queues));
}

function* claimInOne(schema: Schema, request: ClaimRequest): Plan<Job[]> {
  return (yield* rowsOf(claimStatement(schema, request))).map(toJob);
}

/** UPDATE .. RETURNING the columns of a job. */
export function claimStatement(schema: Schema, request: ClaimRequest): Sql {
  const { jobs, dialect } = schema;
  const ids = dialect.inSubquery(jobs.col.id, candidateIds(schema, request));
  return sql`UPDATE ${jobs.path} SET ${claimSet(schema, request)} WHERE ${ids} RETURNING ${jobColumns(schema)}`;
}

/** Reads and locks queue after queue until enough are found, then takes them. */
function* claimInTwo(schema: Schema, request: ClaimRequest): Plan<Job[]> {
  const { jobs, dialect } = schema;
  const rows = firstThatMayBeTaken(yield* lockCandidates(schema, request), request);
  if (rows.length === 0) return [];
  const now = Number(rows.at(-1)?.['now']);
  const set = claimSet(schema, request, dialect.integer(now));
  yield* query(sql`UPDATE ${jobs.path} SET ${set} WHERE ${jobs.col.id} IN (${join(rows.map((row) => String(row['id'])))})`);
  return rows.map((row) => asClaimed(toJob(row), now, request));
}

function* lockCandidates(schema: Schema, request: ClaimRequest): Plan<Row[]> {
  const as = (name: string) => raw(schema.dialect.quote(name));
  const columns = sql`${jobColumns(schema)}, ${schema.dialect.now} AS ${as('now')}, ${mayNotWait(schema, request)} AS ${as('mayNotWait')}`;
  const found: Row[] = [];
  for (const queue of request.queues ?? [null]) {
    const limit = request.limit - found.length;
    if (limit > 0) found.push(...(yield* rowsOf(candidateSelect(schema, request, { queue, columns, limit }))));
  }
  return found;
}

function firstThatMayBeTaken(rows: readonly Row[], { limit, ahead }: ClaimRequest): readonly Row[] {
  const end = rows.findIndex((row, index) => index >= limit - ahead && Number(row['mayNotWait']) === 1);
  return end < 0 ? rows : rows.slice(0, end);
}

function asClaimed(job: Job, now: number, { workerId }: ClaimRequest): Job {
  return { ...job, status: 'running', workerId, claimedAt: new Date(now), updatedAt: new Date(now) };
}

/** @param at the instant of the claim, where the caller has read it: what it tells of the job must be what is stored. */
function claimSet({ jobs: { col }, dialect }: Schema, { workerId, leaseToken, lease, failWhenLost }: ClaimRequest, at = dialect.now): Sql {
  const policy = failWhenLost.length === 0 ? sql`'retry'` : sql`CASE WHEN ${col.type} IN (${join(failWhenLost)}) THEN 'fail' ELSE 'retry' END`;
  return join([
    sql`${col.status} = 'running'`,
    sql`${col.claimRank} = NULL`,
    sql`${col.workerId} = ${workerId}`,
    sql`${col.leaseToken} = ${leaseToken}`,
    sql`${col.leaseExpiresAt} = ${dialect.now} + ${dialect.integer(lease)}`,
    sql`${col.onWorkerLost} = ${policy}`,
    sql`${col.claimedAt} = ${at}`,
    sql`${col.updatedAt} = ${at}`,
  ]);
}

/** RETURNING gives rows in any order. */
export function inOrder(queues: readonly string[] | null): (a: Job, b: Job) => number {
  const rank = ({ queue }: Job) => (queues === null ? 0 : queues.indexOf(queue));
  return (a, b) => rank(a) - rank(b) || b.priority - a.priority || a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1);
}

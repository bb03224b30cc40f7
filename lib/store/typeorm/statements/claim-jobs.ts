import type { Job } from '../../../job/job.js';
import type { ClaimRequest } from '../../job-store.js';
import { query, rowsOf, type Plan } from '../plan.js';
import { join, raw, sql, type Sql } from '../sql.js';
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
  const candidates = candidatesOf(request, (queue) =>
    candidateSelect(schema, request, { queue, columns: sql`${jobs.col.id}`, limit: request.limit }),
  );
  return sql`UPDATE ${jobs.path} SET ${claimSet(schema, request)} WHERE ${dialect.inSubquery(jobs.col.id, candidates)} RETURNING ${jobColumns(schema)}`;
}

/** Reads and locks queue after queue until enough are found, then takes them. */
function* claimInTwo(schema: Schema, request: ClaimRequest): Plan<Job[]> {
  const { jobs, dialect } = schema;
  const found: Job[] = [];
  let now = 0;
  const columns = sql`${jobColumns(schema)}, ${dialect.now} AS ${raw(dialect.quote('now'))}`;
  for (const queue of request.queues ?? [null]) {
    const limit = request.limit - found.length;
    if (limit <= 0) break;
    const rows = yield* rowsOf(candidateSelect(schema, request, { queue, columns, limit }));
    found.push(...rows.map(toJob));
    now = Number(rows[0]?.['now'] ?? now);
  }
  if (found.length === 0) return [];
  const set = claimSet(schema, request, dialect.integer(now));
  yield* query(sql`UPDATE ${jobs.path} SET ${set} WHERE ${jobs.col.id} IN (${join(found.map(({ id }) => id))})`);
  return found.map((job) => asClaimed(job, now, request));
}

function asClaimed(job: Job, now: number, { workerId }: ClaimRequest): Job {
  return { ...job, status: 'running', workerId, claimedAt: new Date(now), updatedAt: new Date(now) };
}

/** One queue after the other: the limit ends the statement before later queues are read. */
function candidatesOf({ queues, limit }: ClaimRequest, select: (queue: string | null) => Sql): Sql {
  if (queues === null) return select(null);
  const [only, ...more] = queues.map(select);
  if (only !== undefined && more.length === 0) return only;
  const each = queues.map((queue, index) => sql`SELECT * FROM (${select(queue)}) ${raw(`q${index}`)}`);
  return sql`${join(each, ' UNION ALL ')} LIMIT ${limit}`;
}

interface Candidates {
  readonly queue: string | null;
  readonly columns: Sql;
  readonly limit: number;
}

function candidateSelect({ jobs, dialect, claimIndex }: Schema, { types }: ClaimRequest, { queue, columns, limit }: Candidates): Sql {
  const { col } = jobs;
  const inQueue = queue === null ? sql`` : sql`${col.queue} = ${queue} AND `;
  // A sort would lock every candidate on MySQL: the index is named, so that statistics cannot talk the optimizer out of it.
  const hint = dialect.returning ? sql`` : sql` FORCE INDEX (${queue === null ? claimIndex.all : claimIndex.queue})`;
  return sql`SELECT ${columns} FROM ${jobs.path}${hint}
    WHERE ${inQueue}${col.claimRank} IS NOT NULL AND ${col.status} = 'pending' AND ${col.type} IN (${join(types)})
    ORDER BY ${col.claimRank}, ${col.runAt}, ${col.id} LIMIT ${limit}${dialect.lockRows}`;
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

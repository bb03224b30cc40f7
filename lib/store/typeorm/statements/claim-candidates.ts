import type { ClaimRequest } from '../../job-store.js';
import { join, raw, sql, type Sql } from '../sql.js';
import type { Schema } from './schema.js';

export interface Candidates {
  /** null: all queues as one. */
  readonly queue: string | null;
  readonly columns: Sql;
  readonly limit: number;
}

/** Due jobs of the requested types in claim order, through an index in that order, so that none but those given are locked. */
export function candidateSelect({ jobs, dialect, claimIndex }: Schema, { types }: ClaimRequest, { queue, columns, limit }: Candidates): Sql {
  const { col } = jobs;
  const inQueue = queue === null ? sql`` : sql`${col.queue} = ${queue} AND `;
  // A sort would lock every candidate on MySQL: the index is named, so that statistics cannot talk the optimizer out of it.
  const hint = dialect.returning ? sql`` : sql` FORCE INDEX (${queue === null ? claimIndex.all : claimIndex.queue})`;
  return sql`SELECT ${columns} FROM ${jobs.path}${hint}
    WHERE ${inQueue}${col.claimRank} IS NOT NULL AND ${col.status} = 'pending' AND ${col.type} IN (${join(types)})
    ORDER BY ${col.claimRank}, ${col.runAt}, ${col.id} LIMIT ${limit}${dialect.lockRows}`;
}

/** The ids that a claim takes, as one subquery. */
export function candidateIds(schema: Schema, request: ClaimRequest): Sql {
  const { id } = schema.jobs.col;
  if (request.ahead === 0) return inOrderOfQueues(request, (queue) => candidateSelect(schema, request, { queue, columns: id, limit: request.limit }));
  return beforeFirstThatMayNotWait(schema, request);
}

/** Met by a job that a crash would end: it has no retry left, or its type fails when lost. */
export function mayNotWait({ jobs: { col } }: Schema, { failWhenLost }: ClaimRequest): Sql {
  const spent = sql`${col.retryCount} >= ${col.maxRetries}`;
  return failWhenLost.length === 0 ? spent : sql`(${spent} OR ${col.type} IN (${join(failWhenLost)}))`;
}

/** One queue after the other: the limit ends the statement before later queues are read. */
function inOrderOfQueues({ queues, limit }: ClaimRequest, select: (queue: string | null, place: number) => Sql): Sql {
  if (queues === null) return select(null, 0);
  const [only, ...more] = queues.map(select);
  if (only !== undefined && more.length === 0) return only;
  const each = queues.map((queue, index) => sql`SELECT * FROM (${select(queue, index)}) ${raw(`q${index}`)}`);
  return sql`${join(each, ' UNION ALL ')} LIMIT ${limit}`;
}

/** Numbered only after the rows are chosen and locked, which a window function would not allow. */
function beforeFirstThatMayNotWait(schema: Schema, request: ClaimRequest): Sql {
  const { dialect } = schema;
  const { col } = schema.jobs;
  const slots = dialect.integer(request.limit - request.ahead);
  const columns = (place: number) =>
    sql`${col.id} AS id, ${raw(String(place))} AS queue_place, ${col.claimRank} AS claim_rank, ${col.runAt} AS run_at, ${mayNotWait(schema, request)} AS may_not_wait`;
  const select = inOrderOfQueues(request, (queue, place) =>
    candidateSelect(schema, request, { queue, columns: columns(place), limit: request.limit }),
  );
  return sql`WITH found AS MATERIALIZED (${select}),
    placed AS (SELECT id, may_not_wait, row_number() OVER (ORDER BY queue_place, claim_rank, run_at, id) AS place FROM found)
    SELECT id FROM placed WHERE place < COALESCE((SELECT min(place) FROM placed WHERE may_not_wait AND place > ${slots}), place + 1)`;
}

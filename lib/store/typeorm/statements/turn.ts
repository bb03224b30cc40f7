import type { Job } from '../../../job/job.js';
import type { ClaimRequest, Settled, Settlement } from '../../job-store.js';
import { rowsOf, type Plan } from '../plan.js';
import { join, raw, sql } from '../sql.js';
import { claimJobs, claimStatement, inOrder } from './claim-jobs.js';
import { completion } from './complete-jobs.js';
import { toJob } from './job-row.js';
import type { Schema } from './schema.js';
import { completedOf, settleJobs, type SettlementOf } from './settle-jobs.js';

export interface Turn {
  readonly settled: Settled[];
  readonly claimed: Job[];
}

/** Settles what has ended and claims the next jobs, in one transaction. */
export function* settleAndClaim(schema: Schema, settlements: readonly Settlement[], request: ClaimRequest): Plan<Turn> {
  const settled = yield* settleJobs(schema, settlements);
  return { settled, claimed: yield* claimJobs(schema, request) };
}

/** Whether a turn can be one statement: where the database can update twice in one, and only successes are settled. */
export function canFuse({ dialect }: Schema, settlements: readonly Settlement[]): boolean {
  const ids = new Set(settlements.map(({ claimed }) => claimed.job.id));
  return dialect.updatesInQueries && ids.size === settlements.length && completedOf(settlements).length === settlements.length;
}

/** The same in one statement and one round trip. The count of those settled comes with every row; who is missing is asked only then. */
export function* completeAndClaim(schema: Schema, settlements: readonly SettlementOf<'completed'>[], request: ClaimRequest): Plan<Turn> {
  const { jobs } = schema;
  const { set, where } = completion(schema, settlements);
  const rows = yield* rowsOf(sql`WITH settled AS (UPDATE ${jobs.path} SET ${join(set)} WHERE ${where} RETURNING 1),
    claimed AS (${claimStatement(schema, request)})
    SELECT (SELECT count(*) FROM settled) AS settled, claimed.* FROM (SELECT 1) AS one LEFT JOIN claimed ON true`);
  const claimed = rows.filter((row) => row['id'] !== null).map(toJob);
  const all = Number(rows[0]?.['settled']) === settlements.length;
  const settled = all ? settlements.map(() => 'completed' as const) : yield* completedUnder(schema, settlements);
  return { settled, claimed: claimed.toSorted(inOrder(request.queues)) };
}

/** Which of these were completed under their own lease: the token stays on a finished row. */
function* completedUnder({ jobs: { path, col }, dialect }: Schema, settlements: readonly SettlementOf<'completed'>[]): Plan<Settled[]> {
  const ids = settlements.map(({ claimed }) => claimed.job.id);
  const rows = yield* rowsOf(
    sql`SELECT ${col.id} AS id, ${col.leaseToken} AS ${raw(dialect.quote('leaseToken'))} FROM ${path} WHERE ${dialect.idIn(col.id, ids)} AND ${col.status} = 'completed'`,
  );
  const tokens = new Map(rows.map((row) => [row['id'], row['leaseToken']]));
  return settlements.map(({ claimed }) => (tokens.get(claimed.job.id) === claimed.leaseToken ? 'completed' : null));
}

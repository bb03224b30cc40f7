import type { Job } from '../../../job/job.js';
import type { ClaimRequest, Settled, Settlement } from '../../job-store.js';
import { rowsOf, type Plan, type Row } from '../plan.js';
import { raw, sql } from '../sql.js';
import { claimJobs, claimStatement, inOrder } from './claim-jobs.js';
import { completionStatement } from './complete-jobs.js';
import { historyOf } from './delete-jobs.js';
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

/** The same in one statement and one round trip. The count of those settled comes with every row; their ids come only where some are missing. */
export function* completeAndClaim(schema: Schema, settlements: readonly SettlementOf<'completed'>[], request: ClaimRequest): Plan<Turn> {
  const settled = raw('settled');
  const forgotten = schema.deletesCompleted ? sql`forgotten AS (${historyOf(schema, settled)}), ` : sql``;
  const rows = yield* rowsOf(sql`WITH ${settled} AS (${completionStatement(schema, settlements)}),
    ${forgotten}claimed AS (${claimStatement(schema, request)})
    SELECT (SELECT count(*) FROM settled) AS settled, one.one AS one, claimed.*
    FROM (SELECT id AS one FROM settled WHERE (SELECT count(*) FROM settled) < ${settlements.length} UNION ALL SELECT NULL) AS one
    LEFT JOIN claimed ON one.one IS NULL`);
  const claimed = rows.filter((row) => row['id'] !== null).map(toJob);
  return { settled: settledOf(rows, settlements), claimed: claimed.toSorted(inOrder(request.queues)) };
}

function settledOf(rows: readonly Row[], settlements: readonly Settlement[]): Settled[] {
  if (Number(rows[0]?.['settled']) === settlements.length) return settlements.map(() => 'completed');
  const ids = new Set(rows.map((row) => row['one']));
  return settlements.map(({ claimed }) => (ids.has(claimed.job.id) ? 'completed' : null));
}

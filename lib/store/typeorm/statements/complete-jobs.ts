import type { Plan } from '../plan.js';
import { sql, type Sql } from '../sql.js';
import { heldUnder } from './lease.js';
import type { Schema } from './schema.js';
import type { SettlementOf } from './settle-jobs.js';
import { updateJobs, type ConditionalUpdate } from './update-jobs.js';

/** running | cancel_requested → completed, for those still held; their ids. */
export function* completeJobs(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Plan<string[]> {
  return yield* updateJobs(schema, completion(schema, settlements));
}

/** The update of `completeJobs`, for a statement that does more than this. */
export function completion(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): ConditionalUpdate {
  const { jobs, dialect } = schema;
  const set = [
    sql`${jobs.col.status} = 'completed'`,
    sql`${jobs.col.result} = ${resultOf(schema, settlements)}`,
    sql`${jobs.col.leaseExpiresAt} = NULL`,
    sql`${jobs.col.finishedAt} = ${dialect.now}`,
    sql`${jobs.col.updatedAt} = ${dialect.now}`,
  ];
  const leases = settlements.map(({ claimed }) => ({ id: claimed.job.id, leaseToken: claimed.leaseToken }));
  return { set, where: heldUnder(schema, leases) };
}

function resultOf({ jobs, dialect }: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql {
  if (settlements.every(({ outcome }) => outcome.result === null)) return sql`NULL`;
  const ids = settlements.map(({ claimed }) => claimed.job.id);
  const results = settlements.map(({ outcome }) => outcome.result);
  return dialect.asJson(dialect.valueFor(jobs.col.id, ids, results));
}

import type { Plan } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import { heldUnder } from './lease.js';
import type { Schema } from './schema.js';
import type { SettlementOf } from './settle-jobs.js';
import { updateJobs } from './update-jobs.js';

/** running | cancel_requested → completed, for those still held; their ids. */
export function* completeJobs(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Plan<string[]> {
  const { jobs, dialect } = schema;
  const set = [
    sql`${jobs.col.status} = 'completed'`,
    sql`${jobs.col.result} = ${resultOf(schema, settlements)}`,
    sql`${jobs.col.leaseExpiresAt} = NULL`,
    sql`${jobs.col.finishedAt} = ${dialect.now}`,
    sql`${jobs.col.updatedAt} = ${dialect.now}`,
  ];
  const leases = settlements.map(({ claimed }) => ({ id: claimed.job.id, leaseToken: claimed.leaseToken }));
  return yield* updateJobs(schema, { set, where: heldUnder(schema, leases) });
}

function resultOf({ jobs, dialect }: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql {
  const results = settlements.filter(({ outcome }) => outcome.result !== null);
  if (results.length === 0) return sql`NULL`;
  const each = results.map(({ claimed, outcome }) => sql`WHEN ${claimed.job.id} THEN ${dialect.json(outcome.result)}`);
  return sql`CASE ${jobs.col.id} ${join(each, ' ')} END`;
}

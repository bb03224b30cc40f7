import type { Plan } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import { deleteJobs, deletion } from './delete-jobs.js';
import { heldUnder } from './lease.js';
import type { Schema } from './schema.js';
import type { SettlementOf } from './settle-jobs.js';
import { updateJobs } from './update-jobs.js';

/** running | cancel_requested → completed or, where completed jobs are not kept, gone, for those still held; their ids. */
export function* completeJobs(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Plan<string[]> {
  const where = held(schema, settlements);
  return schema.deletesCompleted ? yield* deleteJobs(schema, where) : yield* updateJobs(schema, { set: completion(schema, settlements), where });
}

/** The same as a statement that returns their ids, without the history of deleted jobs, for a query that does more than this. */
export function completionStatement(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql {
  const { path, col } = schema.jobs;
  const where = held(schema, settlements);
  if (schema.deletesCompleted) return deletion(schema, where);
  return sql`UPDATE ${path} SET ${join(completion(schema, settlements))} WHERE ${where} RETURNING ${col.id} AS id`;
}

function held(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql {
  return heldUnder(
    schema,
    settlements.map(({ claimed }) => ({ id: claimed.job.id, leaseToken: claimed.leaseToken })),
  );
}

function completion(schema: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql[] {
  const { jobs, dialect } = schema;
  return [
    sql`${jobs.col.status} = 'completed'`,
    sql`${jobs.col.result} = ${resultOf(schema, settlements)}`,
    sql`${jobs.col.leaseExpiresAt} = NULL`,
    sql`${jobs.col.finishedAt} = ${dialect.now}`,
    sql`${jobs.col.updatedAt} = ${dialect.now}`,
  ];
}

function resultOf({ jobs, dialect }: Schema, settlements: readonly SettlementOf<'completed'>[]): Sql {
  if (settlements.every(({ outcome }) => outcome.result === null)) return sql`NULL`;
  const ids = settlements.map(({ claimed }) => claimed.job.id);
  const results = settlements.map(({ outcome }) => outcome.result);
  return dialect.asJson(dialect.valueFor(jobs.col.id, ids, results));
}

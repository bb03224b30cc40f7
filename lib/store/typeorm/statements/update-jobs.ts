import { rowsOf, query, type Plan } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import type { Schema } from './schema.js';

export interface ConditionalUpdate {
  readonly set: readonly Sql[];
  /** The condition decides, in the statement that writes, whether a row may change. */
  readonly where: Sql;
}

/** Changes the rows that meet the condition; their ids. Where UPDATE returns nothing, the rows are locked and read first. */
export function* updateJobs({ jobs: { path, col }, dialect }: Schema, { set, where }: ConditionalUpdate): Plan<string[]> {
  const assignments = join(set);
  if (dialect.returning) {
    const rows = yield* rowsOf(sql`UPDATE ${path} SET ${assignments} WHERE ${where} RETURNING ${col.id} AS id`);
    return rows.map((row) => String(row['id']));
  }
  const rows = yield* rowsOf(sql`SELECT ${col.id} AS id FROM ${path} WHERE ${where} FOR UPDATE`);
  const ids = rows.map((row) => String(row['id']));
  if (ids.length > 0) yield* query(sql`UPDATE ${path} SET ${assignments} WHERE ${col.id} IN (${join(ids)})`);
  return ids;
}

import { query, rowsOf, type Plan } from '../plan.js';
import { join, raw, sql, type Sql } from '../sql.js';
import type { Schema } from './schema.js';

/** Deletes the rows that meet the condition, and their history; their ids. Where DELETE returns nothing, the rows are locked and read first. */
export function* deleteJobs(schema: Schema, where: Sql): Plan<string[]> {
  if (schema.dialect.updatesInQueries) return yield* deleteInOne(schema, where);
  const ids = schema.dialect.returning ? yield* deleteReturning(schema, where) : yield* deleteFound(schema, where);
  if (ids.length > 0) yield* query(deleteHistory(schema, schema.dialect.idIn(schema.history.col.jobId, ids)));
  return ids;
}

function* deleteInOne(schema: Schema, where: Sql): Plan<string[]> {
  const gone = raw('gone');
  return idsOf(yield* rowsOf(sql`WITH ${gone} AS (${deletion(schema, where)}), forgotten AS (${historyOf(schema, gone)}) SELECT id FROM ${gone}`));
}

function* deleteReturning(schema: Schema, where: Sql): Plan<string[]> {
  return idsOf(yield* rowsOf(deletion(schema, where)));
}

function* deleteFound({ jobs: { path, col } }: Schema, where: Sql): Plan<string[]> {
  const ids = idsOf(yield* rowsOf(sql`SELECT ${col.id} AS id FROM ${path} WHERE ${where} FOR UPDATE`));
  if (ids.length > 0) yield* query(sql`DELETE FROM ${path} WHERE ${col.id} IN (${join(ids)})`);
  return ids;
}

/** DELETE .. RETURNING the ids. */
export function deletion({ jobs: { path, col } }: Schema, where: Sql): Sql {
  return sql`DELETE FROM ${path} WHERE ${where} RETURNING ${col.id} AS id`;
}

/** The deletion of the history of those that the same query has deleted. */
export function historyOf(schema: Schema, gone: Sql): Sql {
  return deleteHistory(schema, schema.dialect.inSubquery(schema.history.col.jobId, sql`SELECT id FROM ${gone}`));
}

function deleteHistory({ history: { path } }: Schema, where: Sql): Sql {
  return sql`DELETE FROM ${path} WHERE ${where}`;
}

function idsOf(rows: readonly { readonly id?: unknown }[]): string[] {
  return rows.map(({ id }) => String(id));
}

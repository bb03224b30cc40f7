import { join, sql, type Sql } from './sql.js';

/** The value that stands at the place of a row's id, where the database has no arrays. */
export function caseById(id: Sql, ids: readonly string[], values: readonly (string | null)[]): Sql {
  const cases = ids.map((each, index) => sql`WHEN ${each} THEN ${values[index] ?? null}`);
  return sql`CASE ${id} ${join(cases, ' ')} END`;
}

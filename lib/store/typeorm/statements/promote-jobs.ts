import { query, rowsOf, type Plan } from '../plan.js';
import { join, sql } from '../sql.js';
import type { Schema } from './schema.js';

/** Makes delayed jobs claimable whose time has come by the database's clock; how many. */
export function* promoteJobs({ jobs: { path, col }, dialect }: Schema, limit: number): Plan<number> {
  const due = sql`SELECT ${col.id} AS id FROM ${path}
    WHERE ${col.status} = 'pending' AND ${col.claimRank} IS NULL AND ${col.finishedAt} IS NULL AND ${col.runAt} <= ${dialect.now}
    ORDER BY ${col.runAt} LIMIT ${limit}${dialect.lockRows}`;
  const set = sql`UPDATE ${path} SET ${col.claimRank} = -${col.priority} WHERE`;
  if (dialect.returning) return (yield* query(sql`${set} ${dialect.inSubquery(col.id, due)}`)).affected;
  const ids = (yield* rowsOf(due)).map((row) => String(row['id']));
  return ids.length === 0 ? 0 : (yield* query(sql`${set} ${col.id} IN (${join(ids)})`)).affected;
}

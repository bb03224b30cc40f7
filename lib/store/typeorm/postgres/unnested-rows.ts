import { sql, type Sql } from '../sql.js';
import type { NewRow } from '../statements/new-row.js';

/**
 * New rows as one array for each column: the text of the statement is the same for any number of rows, which the server parses
 * several times faster than as many VALUES.
 */
export function unnestedRows(rows: readonly NewRow[], now: Sql): Sql {
  const column = (property: keyof NewRow) => rows.map((row) => row[property]);
  const runAt = sql`COALESCE(n.run_at, t.now + n.delay)`;
  return sql`SELECT n.id, n.type, n.queue, n.payload::json, n.priority, n.max_retries, n.key, n.key_hash, n.owner,
      ${runAt}, CASE WHEN ${runAt} <= t.now THEN -n.priority END, 'pending', 0, t.now, t.now
    FROM unnest(${column('id')}::uuid[], ${column('type')}::text[], ${column('queue')}::text[], ${column('payload')}::text[],
      ${column('priority')}::int[], ${column('maxRetries')}::int[], ${column('key')}::text[], ${column('keyHash')}::text[], ${column('owner')}::text[],
      ${column('runAt')}::bigint[], ${column('delay')}::bigint[])
      AS n(id, type, queue, payload, priority, max_retries, key, key_hash, owner, run_at, delay),
      (SELECT ${now} AS now) AS t`;
}

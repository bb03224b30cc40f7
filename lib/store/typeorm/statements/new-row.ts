import type { NewJob } from '../../job-store.js';
import { join, sql, type Sql } from '../sql.js';
import { keyHash } from './key-hash.js';

/** A job as the insert binds it. */
export interface NewRow {
  readonly id: string;
  readonly type: string;
  readonly queue: string;
  readonly payload: string;
  readonly priority: number;
  readonly maxRetries: number;
  readonly key: string | null;
  readonly keyHash: string | null;
  readonly owner: string | null;
  readonly runAt: number | null;
  readonly delay: number;
}

export function toNewRow({ idempotencyKey: key, payloadJson, ...job }: NewJob): NewRow {
  return { ...job, payload: payloadJson, key, keyHash: key === null ? null : keyHash(key) };
}

/** `VALUES (..), (..)` in the order of the insert's columns. */
export function valuesOf(rows: readonly NewRow[], now: Sql): Sql {
  const each = rows.map((row) => {
    const runAt = row.runAt === null ? sql`${now} + ${row.delay}` : sql`${row.runAt}`;
    return sql`(${row.id}, ${row.type}, ${row.queue}, ${row.payload}, ${row.priority}, ${row.maxRetries}, ${row.key}, ${row.keyHash}, ${row.owner},
      ${runAt}, CASE WHEN ${runAt} <= ${now} THEN ${-row.priority} END, 'pending', 0, ${now}, ${now})`;
  });
  return sql`VALUES ${join(each)}`;
}

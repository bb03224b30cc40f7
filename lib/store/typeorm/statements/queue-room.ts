import { QueueFullError } from '../../../errors/queue-full.error.js';
import type { InsertedJob } from '../../job-store.js';
import { query, rowsOf, type Plan } from '../plan.js';
import { sql } from '../sql.js';
import type { Schema } from './schema.js';

/** Locks the rows of queues with a limit until the transaction ends, so that concurrent enqueues count one after the other. */
export function* lockQueues({ queues: { path, col }, dialect }: Schema, names: readonly string[]): Plan<void> {
  const touch = dialect.returning
    ? sql` ON CONFLICT (${col.name}) DO UPDATE SET ${col.name} = excluded.${col.name}`
    : sql` ON DUPLICATE KEY UPDATE ${col.name} = VALUES(${col.name})`;
  for (const name of names) yield* query(sql`INSERT INTO ${path} (${col.name}) VALUES (${name})${touch}`);
}

export interface Room {
  readonly limits: ReadonlyMap<string, number>;
  /** The caller's transaction may have an older snapshot, in which MySQL would count what was there then. */
  readonly oldSnapshot: boolean;
}

/** @throws QueueFullError where what was just stored takes a queue above its limit; keys that were met take no room. */
export function* checkRoom({ jobs: { path, col }, dialect }: Schema, { limits, oldSnapshot }: Room, stored: readonly InsertedJob[]): Plan<void> {
  const lock = oldSnapshot ? dialect.lockShared : sql``;
  for (const [queue, maxPending] of limits) {
    if (!stored.some(({ job, created }) => created && job.queue === queue)) continue;
    const rows = yield* rowsOf(sql`SELECT COUNT(*) AS pending FROM
      (SELECT 1 AS one FROM ${path} WHERE ${col.queue} = ${queue} AND ${col.status} = 'pending' LIMIT ${maxPending + 1}${lock}) some_jobs`);
    if (Number(rows[0]?.['pending']) > maxPending) throw new QueueFullError(queue, maxPending);
  }
}

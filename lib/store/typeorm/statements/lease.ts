import type { Lease } from '../../job-store.js';
import { rowsOf, query, type Plan, type Row } from '../plan.js';
import { raw, sql, type Sql } from '../sql.js';
import type { Schema } from './schema.js';

/** Met by a row only while it is held under one of these leases: each id with its own token. */
export function heldUnder({ jobs: { col }, dialect }: Schema, leases: readonly Lease[]): Sql {
  const ids = leases.map(({ id }) => id);
  const token = dialect.valueFor(
    col.id,
    ids,
    leases.map(({ leaseToken }) => leaseToken),
  );
  return sql`${dialect.idIn(col.id, ids)} AND ${col.leaseToken} = ${token} AND ${col.status} IN ('running', 'cancel_requested')`;
}

/** Extends the leases that are still held; those. Only columns that stand in no index are written. */
export function* renewLeases(schema: Schema, leases: readonly Lease[], lease: number): Plan<Lease[]> {
  const { jobs, dialect } = schema;
  const held = heldUnder(schema, leases);
  const update = sql`UPDATE ${jobs.path} SET ${jobs.col.leaseExpiresAt} = ${dialect.now} + ${dialect.integer(lease)} WHERE ${held}`;
  const columns = sql`${jobs.col.id} AS id, ${jobs.col.leaseToken} AS ${raw(dialect.quote('leaseToken'))}`;
  if (dialect.returning) return (yield* rowsOf(sql`${update} RETURNING ${columns}`)).map(toLease);
  yield* query(update);
  return (yield* rowsOf(sql`SELECT ${columns} FROM ${jobs.path} WHERE ${held}`)).map(toLease);
}

function toLease(row: Row): Lease {
  return { id: String(row['id']), leaseToken: String(row['leaseToken']) };
}

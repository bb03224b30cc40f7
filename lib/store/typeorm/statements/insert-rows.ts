import type { NewJob } from '../../job-store.js';
import { query, rowsOf, type Plan, type Row } from '../plan.js';
import { join, raw, sql, type Sql } from '../sql.js';
import { chunksOf } from './chunks.js';
import { toNewRow } from './new-row.js';
import { instant } from './job-row.js';
import { keyHash } from './key-hash.js';
import type { Schema } from './schema.js';

export interface CreatedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly runAt: Date;
}

/** Inserts jobs but for those whose key is taken; the rows that were created. */
export function* insertRows(schema: Schema, jobs: readonly NewJob[]): Plan<CreatedRow[]> {
  const created: CreatedRow[] = [];
  for (const chunk of chunksOf(jobs, schema.dialect.rowsPerInsert)) {
    created.push(...(schema.dialect.returning ? yield* insertIgnoring(schema, chunk) : yield* insertUnlessTaken(schema, chunk)));
  }
  return created;
}

function* insertIgnoring(schema: Schema, jobs: readonly NewJob[]): Plan<CreatedRow[]> {
  const { col } = schema.jobs;
  const ignore = sql` ON CONFLICT (${col.idempotencyHash}) WHERE ${col.idempotencyHash} IS NOT NULL DO NOTHING`;
  const rows = yield* rowsOf(sql`${insertStatement(schema, jobs)}${ignore} RETURNING ${createdColumns(schema)}`);
  return rows.map(toCreated);
}

/** MySQL's INSERT IGNORE would swallow bad values too: the duplicate is met as an error, and what holds the keys is left out. */
function* insertUnlessTaken(schema: Schema, jobs: readonly NewJob[]): Plan<CreatedRow[]> {
  let open = jobs;
  // Once rows are written nothing below may meet contention: without a transaction the plan would run again and meet its own rows.
  while (open.length > 0 && !(yield* inserted(schema, open))) {
    const taken = yield* takenKeys(schema, open);
    const free = open.filter(({ idempotencyKey }) => idempotencyKey === null || !taken.has(keyHash(idempotencyKey)));
    // The holder went away between insert and read: the caller's next round meets the key free.
    if (free.length === open.length) return [];
    open = free;
  }
  return open.length === 0 ? [] : yield* readBack(schema, open);
}

/** Outside of a transaction a job may have been done and deleted by now. It was created all the same: without an answer it would be stored again. */
function* readBack(schema: Schema, jobs: readonly NewJob[]): Plan<CreatedRow[]> {
  const { path, col } = schema.jobs;
  const rows = yield* rowsOf(sql`SELECT ${createdColumns(schema)} FROM ${path} WHERE ${col.id} IN (${join(jobs.map(({ id }) => id))})`);
  const found = new Map(rows.map(toCreated).map((row) => [row.id, row]));
  if (found.size === jobs.length) return [...found.values()];
  const [clock] = yield* rowsOf(sql`SELECT ${schema.dialect.now} AS now`);
  return jobs.map((job) => found.get(job.id) ?? createdAt(Number(clock?.['now']), job));
}

function createdAt(now: number, { id, runAt, delay }: NewJob): CreatedRow {
  return { id, createdAt: new Date(now), runAt: new Date(runAt ?? now + delay) };
}

function* inserted(schema: Schema, jobs: readonly NewJob[]): Plan<boolean> {
  try {
    yield* query(insertStatement(schema, jobs));
    return true;
  } catch (error) {
    if (!schema.dialect.isDuplicate(error) || jobs.every(({ idempotencyKey }) => idempotencyKey === null)) throw error;
    return false;
  }
}

function* takenKeys({ jobs: { path, col }, dialect }: Schema, jobs: readonly NewJob[]): Plan<Set<string>> {
  const hashes = jobs.flatMap(({ idempotencyKey }) => (idempotencyKey === null ? [] : [keyHash(idempotencyKey)]));
  const rows = yield* rowsOf(
    sql`SELECT ${col.idempotencyHash} AS hash FROM ${path} WHERE ${col.idempotencyHash} IN (${join(hashes)})${dialect.lockShared}`,
  );
  return new Set(rows.map((row) => String(row['hash'])));
}

function insertStatement({ jobs: { path, col }, dialect }: Schema, jobs: readonly NewJob[]): Sql {
  const columns = [
    ...([col.id, col.type, col.queue, col.payload, col.priority, col.maxRetries, col.idempotencyKey, col.idempotencyHash, col.owner] as const),
    ...([col.runAt, col.claimRank, col.status, col.retryCount, col.createdAt, col.updatedAt] as const),
  ];
  return sql`INSERT INTO ${path} (${join(columns)}) ${dialect.newRows(jobs.map(toNewRow))}`;
}

function createdColumns({ jobs: { col }, dialect }: Schema): Sql {
  const as = (name: string) => raw(dialect.quote(name));
  return sql`${col.id} AS id, ${col.createdAt} AS ${as('createdAt')}, ${col.runAt} AS ${as('runAt')}`;
}

function toCreated(row: Row): CreatedRow {
  return { id: String(row['id']), createdAt: instant(row['createdAt']) as Date, runAt: instant(row['runAt']) as Date };
}

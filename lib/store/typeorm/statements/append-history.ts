import type { PastAttempt } from '../../../job/job-event.js';
import { query, rowsOf, type Plan, type Row } from '../plan.js';
import { sql } from '../sql.js';
import { selectList } from '../tables.js';
import { instant, text } from './job-row.js';
import type { Schema } from './schema.js';

/** Newest entries that are kept of one job: with 16 KiB an error, its history stays below 1 MiB and a half. */
export const HISTORY_LIMIT = 100;

export interface HistoryEntry {
  readonly jobId: string;
  readonly event: PastAttempt['event'];
  readonly attempt: number;
  readonly workerId: string | null;
  /** Epoch milliseconds. */
  readonly claimedAt: number | null;
  /** From now, in milliseconds; null: at `runAt`, unchanged. */
  readonly delay: number | null;
  /** Epoch milliseconds. */
  readonly runAt: number | null;
  readonly error: string | null;
  readonly errorCode: string | null;
}

/** Adds an entry; the caller's transaction holds the job's row, so that numbers are given once. */
export function* appendHistory({ history: { path, col }, dialect }: Schema, entry: HistoryEntry): Plan<void> {
  const [last] = yield* rowsOf(sql`SELECT MAX(${col.seq}) AS seq FROM ${path} WHERE ${col.jobId} = ${entry.jobId}`);
  const seq = Number(last?.['seq'] ?? 0) + 1;
  const runAt = entry.delay === null ? dialect.integer(entry.runAt) : sql`${dialect.now} + ${dialect.integer(entry.delay)}`;
  yield* query(sql`INSERT INTO ${path}
    (${col.jobId}, ${col.seq}, ${col.event}, ${col.at}, ${col.attempt}, ${col.workerId}, ${col.claimedAt}, ${col.runAt}, ${col.error}, ${col.errorCode})
    VALUES (${entry.jobId}, ${seq}, ${entry.event}, ${dialect.now}, ${entry.attempt}, ${entry.workerId}, ${entry.claimedAt}, ${runAt}, ${entry.error}, ${entry.errorCode})`);
  if (seq > HISTORY_LIMIT) yield* query(sql`DELETE FROM ${path} WHERE ${col.jobId} = ${entry.jobId} AND ${col.seq} <= ${seq - HISTORY_LIMIT}`);
}

const READ = ['event', 'at', 'attempt', 'workerId', 'claimedAt', 'runAt', 'error', 'errorCode'] as const;

/** The entries of a job, oldest first. */
export function* readHistory({ history, dialect }: Schema, jobId: string): Plan<PastAttempt[]> {
  const columns = selectList(history, READ, (name) => dialect.quote(name));
  const rows = yield* rowsOf(sql`SELECT ${columns} FROM ${history.path} WHERE ${history.col.jobId} = ${jobId} ORDER BY ${history.col.seq}`);
  return rows.map(toPastAttempt);
}

function toPastAttempt(row: Row): PastAttempt {
  return {
    event: row['event'] as PastAttempt['event'],
    at: instant(row['at']) as Date,
    attempt: Number(row['attempt']),
    workerId: text(row['workerId']),
    claimedAt: instant(row['claimedAt']),
    runAt: instant(row['runAt']),
    error: text(row['error']),
    errorCode: text(row['errorCode']),
  };
}

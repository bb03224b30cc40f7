import type { Outcome } from '../../../job/outcome.js';
import type { ClaimedJob, Settlement } from '../../job-store.js';
import type { Plan } from '../plan.js';
import { join, sql, type Sql } from '../sql.js';
import { appendHistory, type HistoryEntry } from './append-history.js';
import { heldUnder } from './lease.js';
import type { Schema } from './schema.js';
import type { SettlementOf } from './settle-jobs.js';
import { updateJobs } from './update-jobs.js';

/**
 * running → pending: a retry where one is left, a snooze, a release. False where the statement's own conditions do not let it
 * (no retry left, a cancel was requested, the lease is lost); then nothing was written.
 */
export function* putBackJob(schema: Schema, { claimed, outcome }: Settlement): Plan<boolean> {
  if (outcome.kind === 'failed' || outcome.kind === 'completed' || outcome.kind === 'unstarted') return false;
  const { col } = schema.jobs;
  const held = sql`${heldUnder(schema, [{ id: claimed.job.id, leaseToken: claimed.leaseToken }])} AND ${col.status} = 'running'`;
  const where = outcome.kind === 'retry' ? sql`${held} AND ${col.retryCount} < ${col.maxRetries}` : held;
  const changed = yield* updateJobs(schema, { set: [...waiting(schema, delayOf(outcome)), ...changesOf(schema, outcome)], where });
  if (changed.length === 0) return false;
  yield* appendHistory(schema, entryOf(claimed, outcome));
  return true;
}

/** running → pending for jobs whose handler was never started, all at once; the ids of those that were still held. */
export function* putBackUnstarted(schema: Schema, settlements: readonly SettlementOf<'unstarted'>[]): Plan<string[]> {
  const leases = settlements.map(({ claimed }) => ({ id: claimed.job.id, leaseToken: claimed.leaseToken }));
  const where = sql`${heldUnder(schema, leases)} AND ${schema.jobs.col.status} = 'running'`;
  return yield* updateJobs(schema, { set: waiting(schema, null), where });
}

/** running → pending for jobs that were claimed but never started: nothing happened to them, so that their history says nothing. */
export function* releaseClaims(schema: Schema, leaseTokens: readonly string[]): Plan<string[]> {
  const { col } = schema.jobs;
  const running = sql`${col.status} = 'running' AND ${col.claimRank} IS NULL AND ${col.finishedAt} IS NULL`;
  return yield* updateJobs(schema, { set: waiting(schema, null), where: sql`${running} AND ${col.leaseToken} IN (${join(leaseTokens)})` });
}

/** The columns of a job that waits: no worker, no lease; claimable now or, after a delay, by `promoteJobs`. */
export function waiting({ jobs: { col }, dialect }: Schema, delay: number | null): Sql[] {
  const rank = delay === null || delay <= 0 ? sql`-${col.priority}` : sql`NULL`;
  const times = delay === null ? [] : [sql`${col.runAt} = ${dialect.now} + ${dialect.integer(delay)}`];
  const cleared = [col.workerId, col.claimedAt, col.leaseToken, col.leaseExpiresAt].map((column) => sql`${column} = NULL`);
  return [sql`${col.status} = 'pending'`, sql`${col.claimRank} = ${rank}`, sql`${col.updatedAt} = ${dialect.now}`, ...times, ...cleared];
}

type PutBack = Exclude<Outcome, { kind: 'failed' | 'completed' | 'unstarted' }>;

/** A release keeps the time at which the job was due, and with it its place. */
function delayOf(outcome: PutBack): number | null {
  return outcome.kind === 'released' ? null : outcome.delay;
}

function changesOf({ jobs: { col } }: Schema, outcome: PutBack): Sql[] {
  if (outcome.kind !== 'retry') return [];
  return [sql`${col.retryCount} = ${col.retryCount} + 1`, sql`${col.error} = ${outcome.error}`, sql`${col.errorCode} = ${outcome.errorCode}`];
}

const EVENTS = { retry: 'retried', snoozed: 'snoozed', released: 'released' } as const;

function entryOf({ job }: ClaimedJob, outcome: PutBack): HistoryEntry {
  const failure = outcome.kind === 'retry' ? outcome : { error: null, errorCode: null };
  return {
    jobId: job.id,
    event: EVENTS[outcome.kind],
    attempt: job.retryCount + 1,
    workerId: job.workerId,
    claimedAt: job.claimedAt?.getTime() ?? null,
    delay: delayOf(outcome),
    runAt: job.runAt.getTime(),
    error: failure.error,
    errorCode: failure.errorCode,
  };
}

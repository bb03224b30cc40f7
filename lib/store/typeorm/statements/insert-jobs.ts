import { DatabaseError } from '../../../errors/database.error.js';
import { IdempotencyConflictError } from '../../../errors/idempotency-conflict.error.js';
import { canonicalJson } from '../../../job/json.js';
import type { Job } from '../../../job/job.js';
import type { InsertedJob, NewJob } from '../../job-store.js';
import type { Plan } from '../plan.js';
import { chunksOf } from './chunks.js';
import { insertRows, type CreatedRow } from './insert-rows.js';
import { newJobAsStored } from './new-job.js';
import { jobsByKey } from './read-jobs.js';
import { checkRoom, lockQueues } from './queue-room.js';
import type { Schema } from './schema.js';

export interface Insert {
  readonly jobs: readonly NewJob[];
  readonly maxPending: ReadonlyMap<string, number>;
  /** Whether the statements run in the caller's transaction. */
  readonly joined: boolean;
}

/** Whether storing these jobs takes several statements that must take effect together. */
export function needsTransaction({ dialect }: Schema, { jobs, maxPending }: Omit<Insert, 'joined'>): boolean {
  const keyed = jobs.length > 1 && jobs.some(({ idempotencyKey }) => idempotencyKey !== null);
  return keyed || jobs.some(({ queue }) => maxPending.has(queue)) || chunksOf(jobs, dialect.rowsPerInsert).length > 1;
}

/** A job that retention deletes between the conflicting insert and the read makes both start again; never this often. */
const ROUNDS = 5;

/** Stores jobs, or finds those that hold their keys; one result for each, in order. Throws before anything is committed. */
export function* insertJobs(schema: Schema, { jobs, maxPending, joined }: Insert): Plan<InsertedJob[]> {
  const limits = limitsOf(jobs, maxPending);
  yield* lockQueues(schema, [...limits.keys()]);
  const stored = new Map<string, InsertedJob>();
  let open = firstOfEachKey(jobs);
  for (let round = 0; open.length > 0; round++) {
    if (round === ROUNDS) throw new DatabaseError('KEY_UNSTABLE', true);
    yield* storeRound(schema, open, stored);
    open = open.filter((job) => !stored.has(identity(job)));
  }
  const results = jobs.map((job, index) => resultFor(job, stored, jobs.length > 1 ? index : null));
  yield* checkRoom(schema, { limits, oldSnapshot: joined }, results);
  return results;
}

function* storeRound(schema: Schema, open: readonly NewJob[], stored: Map<string, InsertedJob>): Plan<void> {
  const created = new Map<string, CreatedRow>((yield* insertRows(schema, open)).map((row) => [row.id, row]));
  for (const job of open) {
    const row = created.get(job.id);
    if (row) stored.set(identity(job), { job: newJobAsStored(job, row), created: true });
  }
  const keys = open.flatMap((job) => (created.has(job.id) || job.idempotencyKey === null ? [] : [job.idempotencyKey]));
  const holders = keys.length === 0 ? [] : yield* jobsByKey(schema, keys);
  for (const holder of holders) stored.set(keyIdentity(holder.idempotencyKey ?? ''), { job: holder, created: false });
}

/** Only the first input with a key is inserted; the others get its job. */
function firstOfEachKey(jobs: readonly NewJob[]): NewJob[] {
  const first = new Map<string, NewJob>();
  for (const job of jobs) if (!first.has(identity(job))) first.set(identity(job), job);
  return [...first.values()];
}

function resultFor(input: NewJob, stored: ReadonlyMap<string, InsertedJob>, index: number | null): InsertedJob {
  const found = stored.get(identity(input));
  if (!found) throw new DatabaseError('INSERT_LOST', true);
  if (found.job.id === input.id) return found;
  const difference = differenceOf(input, found.job);
  if (difference) throw new IdempotencyConflictError(found.job.id, difference, index);
  return { job: found.job, created: false };
}

function differenceOf(input: NewJob, holder: Job): 'type' | 'payload' | null {
  if (input.type !== holder.type) return 'type';
  return canonicalJson(input.payload) === canonicalJson(holder.payload) ? null : 'payload';
}

function limitsOf(jobs: readonly NewJob[], maxPending: ReadonlyMap<string, number>): Map<string, number> {
  const queues = new Set(jobs.map(({ queue }) => queue));
  // Sorted: two transactions that lock the same queues take them in the same order.
  return new Map([...maxPending].filter(([queue]) => queues.has(queue)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function identity({ id, idempotencyKey }: NewJob): string {
  return idempotencyKey === null ? id : keyIdentity(idempotencyKey);
}

function keyIdentity(key: string): string {
  return `key:${key}`;
}

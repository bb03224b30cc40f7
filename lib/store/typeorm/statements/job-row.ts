import type { Job } from '../../../job/job.js';
import type { JobStatus } from '../../../job/job-status.js';
import type { JsonValue } from '../../../job/json-value.js';
import { priorityLabel } from '../../../job/priority.js';
import type { Row } from '../plan.js';
import { join, raw, type Sql } from '../sql.js';
import type { Schema } from './schema.js';

const PLAIN = [
  ...([
    'id',
    'type',
    'queue',
    'priority',
    'status',
    'retryCount',
    'maxRetries',
    'idempotencyKey',
    'owner',
    'runAt',
    'claimedAt',
    'workerId',
  ] as const),
  ...(['error', 'errorCode', 'createdAt', 'updatedAt', 'finishedAt'] as const),
];
const JSON_COLUMNS = ['payload', 'result'] as const;

/** The columns of a Job under the names of its properties, each in one form on every driver. */
export function jobColumns({ dialect, jobs }: Schema): Sql {
  const plain = PLAIN.map((property) => raw(`${jobs.col[property].text} AS ${dialect.quote(property)}`));
  const json = JSON_COLUMNS.map((property) => raw(`${dialect.jsonText(jobs.col[property]).text} AS ${dialect.quote(property)}`));
  return join([...plain, ...json]);
}

export function toJob(row: Row): Job {
  const priority = Number(row['priority']);
  return {
    id: String(row['id']),
    type: String(row['type']),
    queue: String(row['queue']),
    payload: parsed(row['payload']),
    priority,
    priorityLabel: priorityLabel(priority),
    status: row['status'] as JobStatus,
    retryCount: Number(row['retryCount']),
    maxRetries: Number(row['maxRetries']),
    idempotencyKey: text(row['idempotencyKey']),
    owner: text(row['owner']),
    runAt: new Date(Number(row['runAt'])),
    claimedAt: instant(row['claimedAt']),
    workerId: text(row['workerId']),
    error: text(row['error']),
    errorCode: text(row['errorCode']),
    result: parsed(row['result']),
    createdAt: new Date(Number(row['createdAt'])),
    updatedAt: new Date(Number(row['updatedAt'])),
    finishedAt: instant(row['finishedAt']),
  };
}

export function instant(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(Number(value));
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** SQLite keeps JSON that is a number as a number. */
function parsed(value: unknown): JsonValue {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (JSON.parse(value) as JsonValue) : null;
}

import { JOB_STATUSES } from '../../../job/job-status.js';
import type { QueueCounts } from '../../job-store.js';
import { rowsOf, type Plan, type Row } from '../plan.js';
import { raw, sql } from '../sql.js';
import type { Schema } from './schema.js';

/** Jobs of each queue by state. */
export function* countJobs({ jobs: { path, col }, dialect }: Schema): Plan<QueueCounts[]> {
  const as = (name: string) => raw(dialect.quote(name));
  const rows = yield* rowsOf(
    sql`SELECT ${col.queue} AS ${as('queue')}, ${col.status} AS ${as('status')}, COUNT(*) AS ${as('jobs')}, COUNT(${col.claimRank}) AS ${as('due')}
        FROM ${path} GROUP BY ${col.queue}, ${col.status} ORDER BY ${col.queue}`,
  );
  const queues = [...new Set(rows.map((row) => String(row['queue'])))];
  return queues.map((queue) =>
    countsOf(
      queue,
      rows.filter((row) => row['queue'] === queue),
    ),
  );
}

function countsOf(queue: string, rows: readonly Row[]): QueueCounts {
  const numbers = JOB_STATUSES.map((status) => [status, Number(rows.find((row) => row['status'] === status)?.['jobs'] ?? 0)]);
  const pending = rows.find((row) => row['status'] === 'pending');
  const delayed = pending ? Number(pending['jobs']) - Number(pending['due']) : 0;
  return { queue, delayed, ...(Object.fromEntries(numbers) as Omit<QueueCounts, 'queue' | 'delayed'>) };
}

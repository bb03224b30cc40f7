import { describe, expect, it } from '@jest/globals';
import { drive, query } from '../../lib/store/typeorm/plan.js';
import { insertJobs } from '../../lib/store/typeorm/statements/insert-jobs.js';
import type { InsertedJob, NewJob } from '../../lib/store/job-store.js';
import { UuidV7 } from '../../lib/job/uuid-v7.js';
import { backendOf } from '../support/claim-statement.js';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique, type QueueDatabase } from '../support/queue-database.js';

const HOUR = 3_600_000;
const ids = new UuidV7();

describe('R1.1 a job that another process does and deletes as soon as it is inserted', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it.each([null, 'key'])('is created once, and not stored again: idempotency key %p', async (key) => {
      const jobs = [newJob(key === null ? null : unique(key)), { ...newJob(null), delay: HOUR }];
      const stored = await insertAndLose(queue, jobs);
      expect(stored.map(({ job, created }) => [job.id, created])).toEqual(jobs.map(({ id }) => [id, true]));
      expect(await queue.count()).toBe(0);
      const [first, second] = stored.map(({ job }) => job) as [InsertedJob['job'], InsertedJob['job']];
      expect(Math.abs(first.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
      expect(second.runAt.getTime() - second.createdAt.getTime()).toBe(HOUR);
    });
  });
});

/** Inserts without a transaction, statement by statement; after each the table is emptied. */
function insertAndLose(queue: QueueDatabase, jobs: readonly NewJob[]): Promise<InsertedJob[]> {
  const { executor, schema } = backendOf(queue.dataSource);
  return drive(insertJobs(schema, { jobs, maxPending: new Map(), joined: false }), async (statement) => {
    const answer = await executor.run({ plan: () => query(statement), atomic: false });
    if (statement.text.startsWith('INSERT')) await queue.dataSource.query('DELETE FROM jobs');
    return answer;
  });
}

function newJob(idempotencyKey: string | null): NewJob {
  const common = { type: 'gone', queue: 'default', payload: {}, payloadJson: '{}', priority: 0, maxRetries: 3, owner: null, runAt: null, delay: 0 };
  return { ...common, id: ids.next(), idempotencyKey };
}

import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { queueDatabase, unique } from '../support/queue-database.js';

const COLUMNS =
  'id type queue payload priority status retry_count max_retries idempotency_key claimed_at worker_id error created_at updated_at ' +
  'run_at lease_token lease_expires_at finished_at result owner';
const DEFAULTS = { queue: 'default', payload: {}, priority: 0, status: 'pending', retryCount: 0, maxRetries: 3, idempotencyKey: null, owner: null };
const NOT_YET = {
  claimedAt: null,
  workerId: null,
  leaseToken: null,
  leaseExpiresAt: null,
  error: null,
  errorCode: null,
  result: null,
  finishedAt: null,
};

describe('R1.1 the table jobs', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('has the columns of the requirement', async () => {
      const runner = queue.dataSource.createQueryRunner();
      const table = await runner.getTable('jobs');
      await runner.release();
      expect(table?.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(COLUMNS.split(' ')));
    });

    it('holds a plain job with its defaults', async () => {
      const { job } = await queue.jobs.enqueue('plain');
      const created = job.createdAt.getTime();
      expect(await queue.row(job.id)).toMatchObject({ id: job.id, type: 'plain', ...DEFAULTS, ...NOT_YET, createdAt: created, runAt: created });
    });

    it('is what refuses a second row with the same key', async () => {
      const { job } = await queue.jobs.enqueue('keyed', {}, { idempotencyKey: unique('key') });
      const { job: other } = await queue.jobs.enqueue('keyed', {}, { idempotencyKey: unique('key') });
      const { idempotencyHash } = await queue.row(job.id);
      await expect(queue.change(other.id, { idempotencyHash })).rejects.toThrow(/unique|duplicate/i);
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/index.js';
import { JobHistoryEntity } from '../../../lib/store/typeorm/entities/job-history.entity.js';
import { eachDatabase } from '../../support/databases.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const ATTEMPTS = 150;
const ERROR_LIMIT = 16 * 1024;

describe('A-ST-10 a job that fails very often', () => {
  eachDatabase((db) => {
    const start = queueStarter(db);

    it('fails for good after its last attempt, and its history holds the newest 100, each error bounded', async () => {
      const failing = handlerOf('failing', (_payload, { attempt }) => Promise.reject(new Error(`${attempt}:${'é'.repeat(10_000)}`)), {
        backoff: fixed(0),
        maxRetries: ATTEMPTS - 1,
      });
      const queue = await start({ handlers: [failing], queue: { worker: BY_HAND } });
      const { id } = (await queue.jobs.enqueue('failing')).job;
      while ((await queue.jobs.find(id))?.status !== 'failed') await queue.worker?.runOnce();
      expect(await queue.jobs.find(id)).toMatchObject({ retryCount: ATTEMPTS - 1, error: expect.stringContaining('150:') });
      const rows = await queue.dataSource.getRepository(JobHistoryEntity).find({ where: { jobId: id }, order: { seq: 'ASC' } });
      expect(rows.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 100 }, (_, index) => index + 50));
      expect(rows.every(({ error }) => Buffer.byteLength(error ?? '') <= ERROR_LIMIT)).toBe(true);
    });
  });
});

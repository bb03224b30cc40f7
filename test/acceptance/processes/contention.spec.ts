import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import { deployments } from './support/deployments.js';
import { Producer } from './support/producer.js';
import { report } from './support/report.js';

const WORKERS = size(4, 8);
const PRODUCERS = size(2, 4);
const JOBS = size(2_000, 10_000);
const worker = { concurrency: 5, pollInterval: 100 };

describe('A-DL-1: workers claim and complete while producers insert', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it(
      `A-DL-1: ${WORKERS} workers and ${PRODUCERS} producers meet no error, and each of ${JOBS} jobs is completed once`,
      async () => {
        const deployment = await open();
        await deployment.startMany(WORKERS, { worker });
        const producers = await Producer.startMany(PRODUCERS, deployment.database);
        const began = performance.now();
        await Promise.all(producers.map((producer) => producer.ask({ do: 'singles', count: JOBS / PRODUCERS })));
        await deployment.untilFinished(HEAVY_TIMEOUT);
        report(`${db.name}: ${JOBS} jobs from ${PRODUCERS} producers to ${WORKERS} workers`, JOBS, performance.now() - began);

        const rows = await deployment.rows();
        expect(rows.filter(({ status, retryCount }) => status === 'completed' && retryCount === 0)).toHaveLength(JOBS);
        expect(deployment.ledger.entries('started')).toHaveLength(JOBS);
        expect(deployment.ledger.complaints()).toEqual([]);
        await Promise.all(producers.map((producer) => producer.kill()));
      },
      HEAVY_TIMEOUT,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import { deployments } from './support/deployments.js';
import { report } from './support/report.js';

const PROCESSES = size(4, 8);
const JOBS = size(4_000, 20_000);
const worker = { concurrency: 8, pollInterval: 200 };

describe('several workers on one database', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it(
      `R3.3${db.name === 'sqlite' ? ', A-DL-6' : ''}: ${PROCESSES} processes execute each of ${JOBS} jobs exactly once, without a complaint`,
      async () => {
        const deployment = await open();
        await deployment.startMany(PROCESSES, { worker });
        const began = performance.now();
        await deployment.enqueueMany(JOBS);
        await deployment.untilFinished(HEAVY_TIMEOUT);
        report(`${db.name}: ${JOBS} jobs by ${PROCESSES} processes`, JOBS, performance.now() - began);

        const rows = await deployment.rows();
        expect(rows.filter(({ status, retryCount }) => status === 'completed' && retryCount === 0)).toHaveLength(JOBS);
        const executions = deployment.ledger.executions();
        expect(executions.size).toBe(JOBS);
        expect([...executions.values()].filter((starts) => starts.length > 1)).toEqual([]);
        expect(new Set(deployment.ledger.entries('started').map(({ pid }) => pid)).size).toBe(PROCESSES);
        expect(deployment.ledger.complaints()).toEqual([]);
      },
      HEAVY_TIMEOUT,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import { deployments } from './support/deployments.js';
import { Producer } from './support/producer.js';

const PROCESSES = 5;
const TIMES = 10;
const ROUNDS = size(5, 50);

describe('50 enqueues with one key at the same time, from 5 processes', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it.each([
      ['', false],
      [' inside transactions, which stay usable', true],
    ])(
      'R2.1: make one job, created once, and all get its id%s',
      async (_where, inTransactions) => {
        const deployment = await open();
        await deployment.observer.dataSource.query('CREATE TABLE orders (job_id varchar(36) NOT NULL)');
        const producers = await Producer.startMany(PROCESSES, deployment.database);
        for (let round = 0; round < ROUNDS; round++) {
          const command = { do: 'same-key', key: `key-${round}`, times: TIMES, inTransactions } as const;
          const answers = await Promise.all(producers.map((producer) => producer.ask<{ id: string; created: boolean }[]>(command)));
          const results = answers.flat();
          expect(results).toHaveLength(PROCESSES * TIMES);
          expect(results.filter(({ created }) => created)).toHaveLength(1);
          expect(new Set(results.map(({ id }) => id)).size).toBe(1);
        }
        await expect(deployment.rows()).resolves.toHaveLength(ROUNDS);
        const orders: unknown[] = await deployment.observer.dataSource.query('SELECT job_id FROM orders');
        expect(orders).toHaveLength(inTransactions ? ROUNDS * PROCESSES * TIMES : 0);
        await Promise.all(producers.map((producer) => producer.kill()));
      },
      HEAVY_TIMEOUT,
    );
  });
});

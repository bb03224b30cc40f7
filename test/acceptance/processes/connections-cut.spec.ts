import { describe, expect, it } from '@jest/globals';
import { DatabaseError } from '../../../lib/index.js';
import { availableDatabases, type FreshDatabase } from '../../support/databases.js';
import { cutConnections } from './support/cut-connections.js';
import { QUICK, type Deployment } from './support/deployment.js';
import { deployments } from './support/deployments.js';

/** Connections of a pool, by default. */
const POOL = 10;
const servers = availableDatabases().filter(({ name }) => name !== 'sqlite');

describe.each(servers.map((db) => ({ database: db.name, db })))('A-CR-1: idle connections are cut by $database', ({ db }) => {
  const created: FreshDatabase[] = [];
  const create = async (): Promise<FreshDatabase> => {
    created.push(await db.create());
    return created.at(-1) as FreshDatabase;
  };
  const open = deployments({ create });

  it('A-CR-1: both processes live, the next poll works, and an enqueue fails at most by a typed error that asks to repeat it', async () => {
    const deployment = await open();
    const { id: workerId, pid } = await deployment.start({ worker: { ...QUICK, lease: 30_000, pollInterval: 300 } });
    await deployment.enqueueMany(20, [{ wait: 50 }]);
    await deployment.untilFinished(30_000);
    for (let round = 0; round < 3; round++) {
      await expect(cutConnections(created.at(-1) as FreshDatabase)).resolves.toBeGreaterThan(1);
      const id = await persistently(deployment, `round-${round}`);
      await expect(deployment.until(id, 'completed')).resolves.toMatchObject({ workerId, retryCount: 0, result: { pid } });
    }
  });
});

/** A connection that is just being cut can still be taken from the pool. */
async function persistently({ jobs }: Deployment, idempotencyKey: string): Promise<string> {
  for (let connection = 0; connection < POOL; connection++) {
    try {
      return (await jobs.enqueue('work', {}, { idempotencyKey })).job.id;
    } catch (error) {
      if (!(error instanceof DatabaseError) || !error.retryable) throw error;
    }
  }
  throw new Error('No connection of the pool works.');
}

import { afterEach } from '@jest/globals';
import type { QueueModuleOptions } from '../../../../lib/index.js';
import type { FreshDatabase, TestDatabase } from '../../../support/databases.js';
import { Deployment } from './deployment.js';

/** Opens deployments on databases of their own; after each test they are closed. */
export function deployments(db: Pick<TestDatabase, 'create'>): (queue?: QueueModuleOptions) => Promise<Deployment> {
  const opened: { deployment: Deployment; database: FreshDatabase }[] = [];
  afterEach(async () => {
    for (const { deployment, database } of opened.splice(0)) {
      await deployment.close();
      await database.drop();
    }
  });
  return async (queue) => {
    const database = await db.create();
    const deployment = await Deployment.open(database.options, queue);
    opened.push({ deployment, database });
    return deployment;
  };
}

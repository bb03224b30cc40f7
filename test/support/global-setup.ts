import { allRequired, publishServers, type DatabaseServers } from './database-servers.js';
import { findServers } from './find-servers.js';
import { destroyOwnServers, ownServers } from './own-servers.js';

export default async function setup(): Promise<void> {
  try {
    publishServers(required(await findServers((cluster) => ownServers().push(cluster))));
  } catch (error) {
    // Jest calls no teardown after a setup that failed.
    await destroyOwnServers();
    throw error;
  }
}

function required(servers: DatabaseServers): DatabaseServers {
  if (allRequired && servers.missing.length > 0) throw new Error(servers.missing.join('\n'));
  return servers;
}

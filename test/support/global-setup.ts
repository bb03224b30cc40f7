import { allRequired, publishServers } from './database-servers.js';
import { findServers } from './find-servers.js';
import { ownServers } from './own-servers.js';

export default async function setup(): Promise<void> {
  const servers = await findServers((cluster) => ownServers().push(cluster));
  if (allRequired && servers.missing.length > 0) throw new Error(servers.missing.join('\n'));
  publishServers(servers);
}

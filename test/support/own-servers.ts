import type { DatabaseCluster } from './cluster.js';

const shared = globalThis as { ntqOwnServers?: DatabaseCluster[] };

/** The servers that this run started. Kept on the global object, since jest may load setup and teardown as separate copies of this module. */
export function ownServers(): DatabaseCluster[] {
  return (shared.ntqOwnServers ??= []);
}

export async function destroyOwnServers(): Promise<void> {
  await Promise.all(ownServers().map((cluster) => cluster.destroy()));
}

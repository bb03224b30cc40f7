import { afterAll, describe } from '@jest/globals';
import type { DatabaseCluster } from './cluster.js';
import { allRequired } from './database-servers.js';
import { mariadbIsInstalled, startMariadbCluster } from './mariadb-cluster.js';
import { startPostgresCluster } from './postgres-cluster.js';

export interface OwnServer {
  readonly name: 'postgres' | 'mariadb';
  /** Sets up and starts a server, which is destroyed at the end of the describe. */
  start(): Promise<DatabaseCluster>;
}

/** Declares tests once for each kind of server that this machine can start for itself; in CI for both, whether it can or not. */
export function eachCluster(define: (server: OwnServer) => void): void {
  const mariadb = allRequired || mariadbIsInstalled() ? [{ name: 'mariadb' as const, start: startMariadbCluster }] : [];
  const servers: OwnServer[] = [{ name: 'postgres', start: () => startPostgresCluster() }, ...mariadb];
  describe.each(servers.map((server) => ({ cluster: server.name, server })))('with a $cluster of its own', ({ server }) => {
    const clusters: DatabaseCluster[] = [];
    define({ ...server, start: async () => remembered(clusters, await server.start()) });
    afterAll(async () => {
      await Promise.all(clusters.map((cluster) => cluster.destroy()));
    });
  });
}

function remembered(clusters: DatabaseCluster[], cluster: DatabaseCluster): DatabaseCluster {
  clusters.push(cluster);
  return cluster;
}

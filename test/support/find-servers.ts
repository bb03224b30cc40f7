import type { DatabaseCluster } from './cluster.js';
import type { DatabaseServers } from './database-servers.js';
import { mariadbIsInstalled, startMariadbCluster } from './mariadb-cluster.js';
import { mysqlQuery } from './mysql-database.js';
import { startPostgresCluster } from './postgres-cluster.js';
import { postgresQuery } from './postgres-database.js';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';
const LOCAL_MYSQL = 'mysql://root@127.0.0.1:3306/mysql';

/** Takes ownership of a server that had to be started for this run. */
export type Adopt = (cluster: DatabaseCluster) => void;

/** The server that the environment names, else the local one, else one of our own. */
export async function findServers(adopt: Adopt): Promise<DatabaseServers> {
  const postgres = await findPostgres(adopt);
  const mariadb = await findMariadb(adopt);
  const missing = mariadb ? [] : [`mariadb: not run, since no server answers at ${LOCAL_MYSQL} and none is installed (set TEST_MYSQL_URL).`];
  return { postgres, ...(mariadb && { mariadb }), missing };
}

async function findPostgres(adopt: Adopt): Promise<{ url: string }> {
  const named = process.env['TEST_POSTGRES_URL'];
  if (named !== undefined) await postgresQuery(named, 'SELECT 1');
  const url =
    named ??
    (await postgresQuery(LOCAL_POSTGRES, 'SELECT 1').then(
      () => LOCAL_POSTGRES,
      () => undefined,
    ));
  return { url: url ?? (await started(() => startPostgresCluster(), adopt)) };
}

async function findMariadb(adopt: Adopt): Promise<DatabaseServers['mariadb']> {
  const named = process.env['TEST_MYSQL_URL'];
  if (named !== undefined) return answering(named);
  const local = await answering(LOCAL_MYSQL).catch(() => undefined);
  if (local || !mariadbIsInstalled()) return local;
  return answering(await started(startMariadbCluster, adopt));
}

async function answering(url: string): Promise<{ url: string; type: 'mariadb' | 'mysql' }> {
  const [row] = await mysqlQuery(url, 'SELECT VERSION() AS version');
  return { url, type: /mariadb/i.test(String(row?.['version'])) ? 'mariadb' : 'mysql' };
}

async function started(start: () => Promise<DatabaseCluster>, adopt: Adopt): Promise<string> {
  const cluster = await start();
  adopt(cluster);
  return cluster.url;
}

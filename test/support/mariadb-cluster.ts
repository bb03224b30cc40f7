import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseCluster, type ServerRecipe } from './cluster.js';

const run = promisify(execFile);

/** A MariaDB of the test's own, from the server installed on this machine. */
export function startMariadbCluster(): Promise<DatabaseCluster> {
  return DatabaseCluster.start(mariadb);
}

export function mariadbIsInstalled(): boolean {
  return binary('mariadbd') !== undefined && binary('mariadb-install-db') !== undefined;
}

const mariadb: ServerRecipe = {
  name: 'mariadb',
  ready: /ready for connections/,
  stopSignal: 'SIGTERM',
  url: (port) => `mysql://root@127.0.0.1:${port}/mysql`,

  async prepare(home) {
    const args = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    await run(required('mariadb-install-db'), ['--no-defaults', `--datadir=${home}/data`, `--user=${userInfo().username}`, ...args]);
  },

  command(home, port) {
    const files = [`--datadir=${home}/data`, `--socket=${home}/mariadb.sock`, `--pid-file=${home}/mariadb.pid`];
    const network = ['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve', '--max-connections=200'];
    const small = ['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=2'];
    return Promise.resolve({ file: required('mariadbd'), args: ['--no-defaults', `--user=${userInfo().username}`, ...files, ...network, ...small] });
  },
};

function required(name: string): string {
  const file = binary(name);
  if (file === undefined) throw new Error(`${name} is not installed.`);
  return file;
}

/** Debian puts servers where the PATH of an ordinary user does not look. */
function binary(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

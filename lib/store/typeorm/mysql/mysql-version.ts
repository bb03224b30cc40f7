import { UnsupportedDatabaseError } from '../../../errors/unsupported-database.error.js';

/** The first versions with SKIP LOCKED: MariaDB 10.6 and MySQL 8.0.1, by their manuals. */
const OLDEST = { MariaDB: [10, 6, 0], MySQL: [8, 0, 1] } as const;

/** @throws UnsupportedDatabaseError naming the version that is needed. */
export function checkMysqlVersion(version: string): void {
  const product = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL';
  // Old MariaDB servers put 5.5.5- before their version, for replication.
  const numbers = version
    .replace(/^5\.5\.5-(?=\d)/, '')
    .split('.')
    .map((part) => parseInt(part, 10));
  if (compare(numbers, OLDEST[product]) < 0)
    throw new UnsupportedDatabaseError(`${product} ${version}`, 'MariaDB 10.6 or MySQL 8.0.1, the first with SKIP LOCKED');
}

function compare(a: readonly number[], b: readonly number[]): number {
  const different = b.findIndex((part, index) => part !== a[index]);
  return different < 0 ? 0 : (a[different] ?? 0) - (b[different] ?? 0);
}

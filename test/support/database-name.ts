import { randomBytes } from 'node:crypto';

/** A name that no other run on the same server takes. */
export function databaseName(): string {
  return `ntq_test_${process.pid}_${randomBytes(5).toString('hex')}`;
}

/** The same server with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

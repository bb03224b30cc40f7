import type { Row } from '../plan.js';

/** The part of better-sqlite3 that the queue uses. */
export interface SqliteConnection {
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(text: string): SqliteStatement;
  exec(text: string): void;
}

export interface SqliteStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(...params: unknown[]): Row[];
  run(...params: unknown[]): { changes: number };
}

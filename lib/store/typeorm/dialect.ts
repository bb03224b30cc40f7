import type { DataSource } from 'typeorm';
import type { WakeUpChannel, WakeUpOptions } from '../wake-up-channel.js';
import type { Executor } from './executor.js';
import type { Sql } from './sql.js';
import type { NewRow } from './statements/new-row.js';

export interface ExecutorSettings {
  /** Milliseconds. */
  readonly queryTimeout: number;
  /** Whether statements may stay prepared on a connection of the server. */
  readonly prepared: boolean;
}

/** What differs between databases in the statements; all else is written once. */
export interface Dialect {
  readonly name: 'postgres' | 'mysql' | 'sqlite';
  /** Whether statements of one process run at once, on several connections. */
  readonly parallel: boolean;
  /** The database's clock in epoch milliseconds, the same throughout a statement. */
  readonly now: Sql;
  /** Ends a SELECT whose rows the transaction is about to change; rows that another one holds are left out. */
  readonly lockRows: Sql;
  /** Ends a SELECT that must see what other transactions have committed since the snapshot of this one. */
  readonly lockShared: Sql;
  /** Whether INSERT and UPDATE give rows back; where not, the same is done by a locking SELECT in a transaction. */
  readonly returning: boolean;
  /** Whether a query can hold several updates (`WITH x AS (UPDATE ..)`). */
  readonly updatesInQueries: boolean;
  /** Rows of one INSERT: within the driver's limit of parameters, and as many as make it fast. */
  readonly rowsPerInsert: number;
  /** The rows of an INSERT into the jobs table, in the order of its columns. */
  newRows(rows: readonly NewRow[]): Sql;
  quote(name: string): string;
  /** A bound integer where the statement does not say its type. */
  integer(value: number | null): Sql;
  /** A text as JSON where the statement does not say its type. */
  asJson(text: Sql): Sql;
  /** Met by rows with one of these ids, found through the primary key. */
  idIn(id: Sql, ids: readonly string[]): Sql;
  /** For a row with one of these ids, the value that stands at the same place. */
  valueFor(id: Sql, ids: readonly string[], values: readonly (string | null)[]): Sql;
  /** A JSON column as text: some drivers parse JSON, others do not. */
  jsonText(column: Sql): Sql;
  /** `column IN (subquery)`, in the form in which the database runs the subquery once. */
  inSubquery(column: Sql, subquery: Sql): Sql;
  /** Whether an error says that a unique key exists already. */
  isDuplicate(error: unknown): boolean;
  executor(dataSource: DataSource, settings: ExecutorSettings): Executor;
  /** A way to wake the workers of other processes; null where there is none. */
  wakeUpChannel(dataSource: DataSource, executor: Executor, options: WakeUpOptions): WakeUpChannel | null;
  /** @throws UnsupportedDatabaseError where the server lacks what the statements need. */
  checkServer(dataSource: DataSource, executor: Executor): Promise<void>;
  /** Settings that would make the queue slow or fragile, as sentences for a warning. */
  advice(dataSource: DataSource, executor: Executor, concurrency: number): Promise<string[]>;
}

import type { Dialect } from '../dialect.js';
import type { Tables } from '../tables.js';

/** What a statement is written for: a database and the names in it. */
export interface Schema extends Tables {
  readonly dialect: Dialect;
  /** Whether a job that completes is deleted instead of marked. */
  readonly deletesCompleted: boolean;
}

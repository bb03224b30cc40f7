import type { QueryRunner } from 'typeorm';
import type { Work } from './plan.js';

/** Runs plans against the database: bounded in time, deadlocks retried, errors as DatabaseError. */
export interface Executor {
  /** On a connection of its own, committed when it resolves. */
  run<T>(work: Work<T>): Promise<T>;
  /** In the caller's open transaction; an atomic plan that throws leaves that transaction as it was. */
  join<T>(runner: QueryRunner, work: Work<T>): Promise<T>;
}

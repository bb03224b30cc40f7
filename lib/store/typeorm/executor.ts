import type { QueryRunner } from 'typeorm';
import type { PlanFactory, Work } from './plan.js';

/** Runs plans against the database: bounded in time, deadlocks retried, errors as DatabaseError. */
export interface Executor {
  /** On a connection of its own, committed when it resolves. */
  run<T>(work: Work<T>): Promise<T>;
  /** In the caller's open transaction. */
  join<T>(runner: QueryRunner, plan: PlanFactory<T>): Promise<T>;
}

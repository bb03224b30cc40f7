import type { Sql } from './sql.js';

export type Row = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly rows: readonly Row[];
  readonly affected: number;
}

/**
 * A sequence of statements, written once and driven in two ways: awaiting each answer on PostgreSQL and MySQL, and without
 * any await on SQLite, where all requests of a process share one connection and would get between two statements.
 */
export type Plan<T> = Generator<Sql, T, Answer>;

/** Starts a plan from its beginning. */
export type PlanFactory<T> = () => Plan<T>;

/** A plan that can be started again from its beginning. */
export interface Work<T> {
  readonly plan: PlanFactory<T>;
  /** True where several statements must take effect together. */
  readonly atomic: boolean;
}

/** One statement within a plan. */
export function* query(statement: Sql): Plan<Answer> {
  return yield statement;
}

export function* rowsOf(statement: Sql): Plan<readonly Row[]> {
  return (yield statement).rows;
}

export async function drive<T>(plan: Plan<T>, ask: (statement: Sql) => Promise<Answer>): Promise<T> {
  let step = plan.next();
  while (!step.done) {
    const answered = await ask(step.value).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    step = 'error' in answered ? plan.throw(answered.error) : plan.next(answered.answer);
  }
  return step.value;
}

export function driveSync<T>(plan: Plan<T>, ask: (statement: Sql) => Answer): T {
  let step = plan.next();
  while (!step.done) {
    const answered = attempt(ask, step.value);
    step = 'error' in answered ? plan.throw(answered.error) : plan.next(answered.answer);
  }
  return step.value;
}

function attempt(ask: (statement: Sql) => Answer, statement: Sql): { answer: Answer } | { error: unknown } {
  try {
    return { answer: ask(statement) };
  } catch (error) {
    return { error };
  }
}

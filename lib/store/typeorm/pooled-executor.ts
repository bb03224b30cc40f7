import type { DataSource, QueryRunner } from 'typeorm';
import { retryContention } from './contention.js';
import { toQueueError } from './database-failure.js';
import { Deadline } from './deadline.js';
import type { Executor } from './executor.js';
import { drive, type Answer, type PlanFactory, type Work } from './plan.js';
import { raw, type Sql } from './sql.js';

/** How a driver's own connection is used. */
export interface Connector {
  /** Statements that open a transaction at READ COMMITTED, whatever the server's default. */
  readonly begin: readonly string[];
  query(connection: unknown, statement: Sql): Promise<Answer>;
  /** Cuts a connection that no longer answers; resolves when the driver knows, so that the pool drops it instead of handing it on. */
  abandon(connection: unknown): Promise<void>;
}

/** Executor for databases with a pool of connections. Statements go to the driver's connection, past TypeORM's query logging. */
export class PooledExecutor implements Executor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly connector: Connector,
    private readonly queryTimeout: number,
  ) {}

  /** A single statement has the server's default isolation; where that is stricter and made it fail, it runs again at READ COMMITTED. */
  run<T>({ plan, atomic }: Work<T>): Promise<T> {
    const deadline = new Deadline(this.queryTimeout);
    return asQueueError(retryContention(deadline, (again) => this.runOnce({ plan, atomic: atomic || again }, deadline)));
  }

  join<T>(runner: QueryRunner, plan: PlanFactory<T>): Promise<T> {
    return asQueueError(this.joinOnce(runner, plan));
  }

  private async runOnce<T>(work: Work<T>, deadline: Deadline): Promise<T> {
    const runner = this.dataSource.createQueryRunner('master');
    const connection = await this.connect(runner, deadline);
    try {
      const ask = this.asking(connection, deadline);
      return await (work.atomic ? this.inTransaction(work, ask) : drive(work.plan(), ask));
    } finally {
      if (deadline.passed) await this.connector.abandon(connection);
      await runner.release();
    }
  }

  /** A connection that comes too late goes back to the pool. */
  private async connect(runner: QueryRunner, deadline: Deadline): Promise<unknown> {
    const connecting: Promise<unknown> = runner.connect();
    try {
      return await deadline.bound(connecting);
    } catch (error) {
      connecting.then(
        () => runner.release(),
        () => undefined,
      );
      throw error;
    }
  }

  private async inTransaction<T>(work: Work<T>, ask: Ask): Promise<T> {
    for (const statement of this.connector.begin) await ask(raw(statement));
    try {
      const result = await drive(work.plan(), ask);
      await ask(raw('COMMIT'));
      return result;
    } catch (error) {
      // A connection that cannot roll back is broken; the pool drops it and the server rolls back.
      await ask(raw('ROLLBACK')).catch(() => undefined);
      throw error;
    }
  }

  /** After a time-out the caller's connection is cut as well: its roll-back would wait behind the statement for ever. */
  private async joinOnce<T>(runner: QueryRunner, plan: PlanFactory<T>): Promise<T> {
    const deadline = new Deadline(this.queryTimeout);
    // Without an await where it can be: the caller may end its transaction before the next turn of the event loop.
    const connection = connectionOf(runner) ?? (await deadline.bound(runner.connect() as Promise<unknown>));
    try {
      return await drive(plan(), this.asking(connection, deadline));
    } finally {
      if (deadline.passed) await this.connector.abandon(connection);
    }
  }

  private asking(connection: unknown, deadline: Deadline): Ask {
    return (statement) => deadline.bound(this.connector.query(connection, statement));
  }
}

/** TypeORM keeps the connection of an open transaction here. */
function connectionOf(runner: QueryRunner): unknown {
  return (runner as { databaseConnection?: unknown }).databaseConnection;
}

type Ask = (statement: Sql) => Promise<Answer>;

async function asQueueError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw toQueueError(error);
  }
}

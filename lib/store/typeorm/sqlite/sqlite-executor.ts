import type { DataSource, QueryRunner } from 'typeorm';
import { retryContention } from '../contention.js';
import { toQueueError } from '../database-failure.js';
import { Deadline } from '../deadline.js';
import type { Executor } from '../executor.js';
import { driveSync, type Answer, type PlanFactory, type Work } from '../plan.js';
import type { Sql } from '../sql.js';
import { BetweenTransactions } from './between-transactions.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { StatementCache } from './statement-cache.js';

/**
 * Executor for better-sqlite3, where TypeORM holds one connection that all requests of the process share: a statement lands
 * in whatever transaction another request has open, and vanishes with its roll-back. So a plan runs only while none is open,
 * from its first statement to its commit without an await in between.
 */
export class SqliteExecutor implements Executor {
  private readonly statements = new StatementCache();
  private readonly between: BetweenTransactions;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queryTimeout: number,
  ) {
    this.between = new BetweenTransactions(dataSource, () => this.connection);
  }

  async run<T>(work: Work<T>): Promise<T> {
    const deadline = new Deadline(this.queryTimeout);
    try {
      return await retryContention(deadline, () => this.between.run(() => this.alone(work), deadline));
    } catch (error) {
      throw toQueueError(error);
    }
  }

  /** Async only so that errors of the synchronous driver become rejections. */
  async join<T>(_runner: QueryRunner, plan: PlanFactory<T>): Promise<T> {
    try {
      return this.drive(plan);
    } catch (error) {
      throw toQueueError(error);
    }
  }

  private alone<T>(work: Work<T>): T {
    return work.atomic ? this.inTransaction(work.plan) : this.drive(work.plan);
  }

  /** IMMEDIATE: a transaction that reads first and writes later would fail at once when another process wrote in between. */
  private inTransaction<T>(plan: PlanFactory<T>): T {
    this.connection.exec('BEGIN IMMEDIATE');
    try {
      const result = this.drive(plan);
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
      throw error;
    }
  }

  private drive<T>(plan: PlanFactory<T>): T {
    return driveSync(plan(), (statement) => this.ask(statement));
  }

  private ask({ text, params }: Sql): Answer {
    const statement = this.statements.get(this.connection, text);
    if (!statement.reader) return { rows: [], affected: statement.run(...params).changes };
    const rows = statement.all(...params);
    return { rows, affected: rows.length };
  }

  private get connection(): SqliteConnection {
    return (this.dataSource.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
  }
}

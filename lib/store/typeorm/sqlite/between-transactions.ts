import type { DataSource } from 'typeorm';
import { DatabaseError } from '../../../errors/database.error.js';
import type { Deadline } from '../deadline.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** Milliseconds between looks at a transaction whose end TypeORM does not tell, such as one by a plain `BEGIN`. */
const PAUSE = 2;

/**
 * Runs work on the shared connection while no request has a transaction open: at once, or at the moment when the open one
 * ends. Looking now and then is not enough: where one transaction follows the other without a pause, every look finds one open.
 */
export class BetweenTransactions {
  private readonly waiting = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    dataSource: DataSource,
    private readonly connection: () => SqliteConnection | undefined,
  ) {
    const ended = () => this.tryAll();
    dataSource.subscribers.push({ afterTransactionCommit: ended, afterTransactionRollback: ended });
  }

  /** No await comes between the check and the work: another request could open a transaction there. */
  run<T>(work: () => T, deadline: Deadline): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): void => {
        const { open = false, inTransaction = false } = this.connection() ?? {};
        if (open && inTransaction && deadline.remaining > 0) return;
        this.waiting.delete(attempt);
        if (!open) reject(new DatabaseError('SQLITE_CLOSED', true));
        else if (inTransaction) reject(new DatabaseError('SQLITE_TRANSACTION_OPEN', true));
        else settle(work, resolve, reject);
      };
      this.waiting.add(attempt);
      attempt();
      if (this.waiting.size > 0) this.timer ??= setInterval(() => this.tryAll(), PAUSE);
    });
  }

  private tryAll(): void {
    for (const attempt of this.waiting) attempt();
    if (this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function settle<T>(work: () => T, resolve: (result: T) => void, reject: (error: unknown) => void): void {
  try {
    resolve(work());
  } catch (error) {
    reject(error);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * All writes of the app go through here. With SQLite they take turns: TypeORM has one connection there, so that two transactions
 * at once would be one, and a roll-back of one would undo the other.
 */
@Injectable()
export class Transactions {
  private readonly takesTurns: boolean;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {
    this.takesTurns = dataSource.options.type === 'better-sqlite3';
  }

  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    if (!this.takesTurns) return this.dataSource.transaction(work);
    const result = this.last.then(() => this.dataSource.transaction(work));
    this.last = result.catch(() => undefined);
    return result;
  }
}

import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** Calls back when a caller's transaction commits: workers must not look for its jobs before. */
export class CommitSignal {
  private readonly waiting = new WeakMap<object, (() => void)[]>();

  constructor(dataSource: DataSource) {
    dataSource.subscribers.push(this.subscriber());
  }

  onCommit(runner: object, callback: () => void): void {
    this.waiting.set(runner, [...(this.waiting.get(runner) ?? []), callback]);
  }

  private subscriber(): EntitySubscriberInterface {
    return {
      afterTransactionCommit: ({ queryRunner }) => this.settle(queryRunner, true),
      afterTransactionRollback: ({ queryRunner }) => this.settle(queryRunner, false),
    };
  }

  /** The events also come for the savepoints of nested transactions, while the outer one is still open. */
  private settle(runner: QueryRunner, committed: boolean): void {
    if (runner.isTransactionActive) return;
    const callbacks = this.waiting.get(runner) ?? [];
    this.waiting.delete(runner);
    if (committed) for (const callback of callbacks) callback();
  }
}

import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { ForeignManagerError } from '../../errors/foreign-manager.error.js';
import { InvalidInputError } from '../../errors/invalid-input.error.js';
import type { CallerTransaction } from '../job-store.js';

/** What is known of the transactions that callers bring: whether they are still open, and what waits for their commit. */
export class CallerTransactions {
  private readonly waiting = new WeakMap<object, (() => void)[]>();
  /** Their COMMIT or ROLLBACK is on its way: what is sent now would come after it. */
  private readonly ending = new WeakSet();

  constructor(private readonly dataSource: DataSource) {
    dataSource.subscribers.push(this.subscriber());
  }

  /**
   * The connection of the transaction that a manager belongs to; none for a manager of the DataSource itself.
   * @throws ForeignManagerError, and InvalidInputError for what is no manager or belongs to a transaction that is not open
   */
  runnerOf(manager: CallerTransaction | null | undefined): QueryRunner | undefined {
    if (manager === undefined || manager === null) return undefined;
    if (!isManager(manager)) throw new InvalidInputError('manager', 'must be an EntityManager, such as dataSource.transaction() gives');
    if ((manager.dataSource ?? manager.connection) !== this.dataSource) throw new ForeignManagerError();
    const { queryRunner } = manager;
    if (queryRunner && !this.isOpen(queryRunner)) {
      throw new InvalidInputError('manager', 'belongs to a transaction that is not open: it has ended or was not begun');
    }
    return queryRunner;
  }

  isOpen(runner: QueryRunner): boolean {
    return runner.isTransactionActive && !runner.isReleased && !this.ending.has(runner);
  }

  /** Calls back when the transaction commits: workers must not look for its jobs before. */
  onCommit(runner: object, callback: () => void): void {
    this.waiting.set(runner, [...(this.waiting.get(runner) ?? []), callback]);
  }

  private subscriber(): EntitySubscriberInterface {
    return {
      beforeTransactionCommit: ({ queryRunner }) => this.end(queryRunner),
      beforeTransactionRollback: ({ queryRunner }) => this.end(queryRunner),
      afterTransactionCommit: ({ queryRunner }) => this.settle(queryRunner, true),
      afterTransactionRollback: ({ queryRunner }) => this.settle(queryRunner, false),
    };
  }

  /** The events also come for the savepoints of nested transactions, while the outer one goes on. */
  private end(runner: QueryRunner): void {
    if ((runner as unknown as { transactionDepth: number }).transactionDepth <= 1) this.ending.add(runner);
  }

  private settle(runner: QueryRunner, committed: boolean): void {
    if (runner.isTransactionActive) return;
    this.ending.delete(runner);
    const callbacks = this.waiting.get(runner) ?? [];
    this.waiting.delete(runner);
    if (committed) for (const callback of callbacks) callback();
  }
}

/** An EntityManager by its shape. TypeORM 0.3 calls the DataSource `connection`. */
interface Manager {
  readonly queryRunner?: QueryRunner;
  readonly dataSource?: unknown;
  readonly connection?: unknown;
}

/** Query runners, repositories and DataSources have a `manager`; none of them is one. */
function isManager(candidate: object): candidate is Manager {
  return typeof candidate === 'object' && typeof (candidate as { getRepository?: unknown }).getRepository === 'function' && !('manager' in candidate);
}

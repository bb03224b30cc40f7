import type { DataSource, EntityManager } from 'typeorm';

type Transact = <T>(work: (manager: EntityManager) => Promise<T>) => Promise<T>;

/**
 * Runs an app's own transactions: at the same time on databases with a pool, one after the other on better-sqlite3, where
 * TypeORM has one connection and concurrent `transaction()` calls fail by themselves.
 */
export function transactionsOf(dataSource: () => DataSource): Transact {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = () => dataSource().transaction(work);
    if (dataSource().options.type !== 'better-sqlite3') return run();
    const done = last.then(run, run);
    last = done.catch(() => undefined);
    return done;
  };
}

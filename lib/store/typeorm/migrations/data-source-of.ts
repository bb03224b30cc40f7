import type { DataSource, QueryRunner } from 'typeorm';

/** TypeORM 0.3 calls it `connection`. */
export function dataSourceOf(runner: QueryRunner): DataSource {
  return (runner as { dataSource?: DataSource }).dataSource ?? (runner as unknown as { connection: DataSource }).connection;
}

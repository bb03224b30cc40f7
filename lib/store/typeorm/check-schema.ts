import { DatabaseError } from '../../errors/database.error.js';
import { SchemaMissingError } from '../../errors/schema-missing.error.js';
import type { Backend } from './backend.js';
import { rowsOf } from './plan.js';
import { sql } from './sql.js';

/** @throws SchemaMissingError where one of the queue's tables cannot be read. */
export async function checkSchema({ executor, schema }: Backend): Promise<void> {
  for (const { path } of [schema.jobs, schema.history, schema.queues]) {
    try {
      await executor.run({ plan: () => rowsOf(sql`SELECT 1 AS one FROM ${path} WHERE 1 = 0`), atomic: false });
    } catch (error) {
      if (error instanceof DatabaseError && !error.retryable) throw SchemaMissingError.table(path.text, error);
      throw error;
    }
  }
}

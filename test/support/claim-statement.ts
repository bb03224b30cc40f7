import type { DataSource } from 'typeorm';
import type { ClaimRequest } from '../../lib/store/job-store.js';
import { Backend } from '../../lib/store/typeorm/backend.js';
import { rowsOf, type Row } from '../../lib/store/typeorm/plan.js';
import { Sql } from '../../lib/store/typeorm/sql.js';
import { claimJobs } from '../../lib/store/typeorm/statements/claim-jobs.js';

/** What the tests of plans and locks need of the statements themselves. */
export function backendOf(dataSource: DataSource): Backend {
  return new Backend(dataSource, { name: 'default', queryTimeout: 10_000, prepared: true });
}

export function claimRequest(types: readonly string[], request: Partial<ClaimRequest> = {}): ClaimRequest {
  return { workerId: 'planner', leaseToken: 'planned', lease: 60_000, limit: 10, ahead: 0, types, failWhenLost: [], queues: null, ...request };
}

/** How the database would find the rows of a claim. */
export function explainClaim(dataSource: DataSource, request: ClaimRequest): Promise<readonly Row[]> {
  const { executor, schema } = backendOf(dataSource);
  const first = claimJobs(schema, request).next().value as Sql;
  const explain = schema.dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  return executor.run({ plan: () => rowsOf(new Sql(`${explain} ${first.text}`, first.params)), atomic: false });
}

import type { Outcome } from '../../../job/outcome.js';
import type { Settled, Settlement } from '../../job-store.js';
import type { Plan } from '../plan.js';
import { completeJobs } from './complete-jobs.js';
import { failJob } from './fail-job.js';
import { putBackJob, putBackUnstarted } from './put-back-job.js';
import type { Schema } from './schema.js';

type OutcomeOf<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;
export type SettlementOf<Kind extends Outcome['kind']> = Settlement & { readonly outcome: OutcomeOf<Kind> };

/** Writes outcomes; what each came to, in order. Rows are locked in the order of their ids. */
export function* settleJobs(schema: Schema, settlements: readonly Settlement[]): Plan<Settled[]> {
  const settled = new Map<Settlement, Settled>();
  const byId = newestOfEach(settlements).toSorted((a, b) => (a.claimed.job.id < b.claimed.job.id ? -1 : 1));
  for (const [settlement, status] of yield* settleCompleted(schema, completedOf(byId))) settled.set(settlement, status);
  for (const settlement of yield* settleUnstarted(schema, unstartedOf(byId))) settled.set(settlement, 'pending');
  for (const settlement of byId) if (!settled.has(settlement)) settled.set(settlement, yield* settleOne(schema, settlement));
  return settlements.map((settlement) => settled.get(settlement) ?? null);
}

/** Whether writing these takes one statement, and with it no transaction. */
export function isOneStatement({ dialect, deletesCompleted }: Schema, settlements: readonly Settlement[]): boolean {
  const inOne = deletesCompleted ? dialect.updatesInQueries : dialect.returning;
  return inOne && completedOf(settlements).length === settlements.length;
}

function* settleCompleted(schema: Schema, completed: readonly SettlementOf<'completed'>[]): Plan<[Settlement, Settled][]> {
  if (completed.length === 0) return [];
  const done = new Set(yield* completeJobs(schema, completed));
  return completed.map((settlement) => [settlement, done.has(settlement.claimed.job.id) ? 'completed' : null]);
}

/** Those that were put back: the others were lost, or a cancel was requested. */
function* settleUnstarted(schema: Schema, unstarted: readonly SettlementOf<'unstarted'>[]): Plan<Settlement[]> {
  if (unstarted.length === 0) return [];
  const back = new Set(yield* putBackUnstarted(schema, unstarted));
  return unstarted.filter(({ claimed }) => back.has(claimed.job.id));
}

/** Of two attempts of one job the later claim holds it: the other has lost its lease. */
function newestOfEach(settlements: readonly Settlement[]): Settlement[] {
  const inOrder = settlements.toSorted((a, b) => claimedAt(a) - claimedAt(b));
  return [...new Map(inOrder.map((settlement) => [settlement.claimed.job.id, settlement])).values()];
}

function claimedAt({ claimed }: Settlement): number {
  return claimed.job.claimedAt?.getTime() ?? 0;
}

/** Those that are successes. */
export function completedOf(settlements: readonly Settlement[]): SettlementOf<'completed'>[] {
  return settlements.filter((settlement): settlement is SettlementOf<'completed'> => settlement.outcome.kind === 'completed');
}

function unstartedOf(settlements: readonly Settlement[]): SettlementOf<'unstarted'>[] {
  return settlements.filter((settlement): settlement is SettlementOf<'unstarted'> => settlement.outcome.kind === 'unstarted');
}

function* settleOne(schema: Schema, settlement: Settlement): Plan<Settled> {
  const putBack = yield* putBackJob(schema, settlement);
  return putBack ? 'pending' : yield* failJob(schema, settlement);
}

import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { DatabaseError } from '../errors/database.error.js';
import type { JobStore, Settled, Settlement } from '../store/job-store.js';
import type { ThrottledLog } from '../scheduling/throttled-log.js';
import { withoutWhatWasRefused } from './refused-settlement.js';

interface Waiting {
  readonly settlement: Settlement;
  readonly done: (settled: Settled) => void;
}

/** Settlements of one statement. */
const LARGEST_BATCH = 200;
/** Below this a batch is not split between two writes: each costs a round trip. */
const SMALLEST_SPLIT = 10;
/** Characters of results in one statement, far below the smallest default of MySQL's max_allowed_packet (16 MiB). */
const LARGEST_RESULTS = 1_048_576;
/** Tries of a batch, after which each outcome is written by itself: one that fails always must not hold up the others. */
const TRIES_TOGETHER = 3;
/** Milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Writes outcomes: those that come while one write is under way share the next. Where more come than half of what the worker holds,
 * a second write goes beside the first, so that this process works while the database does. A database that is away is waited for,
 * since the outcome is known nowhere else; a write whose answer was lost is safe to repeat, since the lease fences it.
 */
export class Settler {
  private waiting: Waiting[] = [];
  private writers = 0;
  private readonly abandoned = new AbortController();
  /** Settles and, in the same transaction, claims the next jobs; null where nothing more is to be claimed. */
  turn: ((settlements: readonly Settlement[]) => Promise<Settled[]> | null) | null = null;

  constructor(
    private readonly store: Pick<JobStore, 'settle' | 'parallel'>,
    /** Jobs that the worker holds at most. */
    private readonly capacity: number,
    private readonly log: ThrottledLog,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** Resolves when the outcome is written (to the new state), or cannot be (null). */
  settle(settlement: Settlement): Promise<Settled> {
    return new Promise((done) => {
      this.waiting.push({ settlement, done });
      if (this.writers === 0 || (this.writers === 1 && this.fillsAnotherWrite)) void this.write();
    });
  }

  /** Gives up what the database does not take by now: the leases will run out, and the jobs be rescued. */
  abandon(): void {
    this.abandoned.abort();
  }

  private get fillsAnotherWrite(): boolean {
    return this.store.parallel && this.waiting.length >= this.share;
  }

  private get share(): number {
    return this.store.parallel ? Math.min(Math.max(Math.ceil(this.capacity / 2), SMALLEST_SPLIT), LARGEST_BATCH) : LARGEST_BATCH;
  }

  /** Each batch takes all that ends in the same turn of the event loop. */
  private async write(): Promise<void> {
    this.writers++;
    do {
      await endOfTurn();
      await this.writeBatch(this.waiting.splice(0, this.batchSize()));
    } while (this.waiting.length > 0);
    this.writers--;
  }

  private async writeBatch(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const settled = await this.persistently(batch.map(({ settlement }) => settlement));
    batch.forEach(({ done }, index) => done(settled[index] ?? null));
  }

  private batchSize(): number {
    let characters = 0;
    const next = this.waiting.slice(0, this.share);
    const tooLarge = next.findIndex(({ settlement }) => (characters += resultLength(settlement)) > LARGEST_RESULTS);
    return tooLarge < 0 ? next.length : Math.max(tooLarge, 1);
  }

  private async persistently(settlements: readonly Settlement[]): Promise<Settled[]> {
    for (let tried = 1; !this.abandoned.signal.aborted; tried++) {
      try {
        return await this.attempt(settlements, tried);
      } catch (error) {
        const refused = !(error instanceof DatabaseError) || !error.retryable;
        if (refused || (tried >= TRIES_TOGETHER && settlements.length > 1)) return this.oneByOne(settlements);
        this.log.warn(`Outcomes of jobs could not be written and will be tried again: ${error.message}`);
        await this.pause(tried);
      }
    }
    return settlements.map(() => null);
  }

  /** Only the first try claims, since one whose answer was lost may have done so. A text that always fails is in the end left out. */
  private attempt(settlements: readonly Settlement[], tried: number): Promise<Settled[]> {
    if (tried === 1) return this.turn?.(settlements) ?? this.store.settle(settlements);
    return this.store.settle(tried > TRIES_TOGETHER && tried % 2 === 0 ? settlements.map(withoutWhatWasRefused) : settlements);
  }

  private async pause(tried: number): Promise<void> {
    const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(tried, 10), LONGEST_PAUSE);
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal: this.abandoned.signal }).catch(() => undefined);
  }

  /** One outcome that the database refuses must not keep others from being written. */
  private async oneByOne(settlements: readonly Settlement[]): Promise<Settled[]> {
    if (settlements.length === 1) return [await this.simplified(settlements[0] as Settlement)];
    const settled: Settled[] = [];
    for (const settlement of settlements) settled.push(...(await this.persistently([settlement])));
    return settled;
  }

  private async simplified(settlement: Settlement): Promise<Settled> {
    const { id, type } = settlement.claimed.job;
    this.logger.error(`Job ${id} (${type}): the database refused its outcome; it is written without result and error text.`);
    try {
      return (await this.store.settle([withoutWhatWasRefused(settlement)]))[0] ?? null;
    } catch {
      this.logger.error(`Job ${id} (${type}): its outcome could not be written; it will be rescued when its lease runs out.`);
      return null;
    }
  }
}

function resultLength({ outcome }: Settlement): number {
  return outcome.kind === 'completed' ? (outcome.result?.length ?? 0) : 0;
}

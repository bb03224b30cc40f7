import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { JobService } from '../../lib/index.js';
import type { Outcome } from '../../lib/job/outcome.js';
import { JOB_STORE, type ClaimedJob, type ClaimRequest, type JobStore, type Settled } from '../../lib/store/job-store.js';
import { JobEntity } from '../../lib/store/typeorm/entities/job.entity.js';
import type { FreshDatabase, TestDatabase } from './databases.js';
import { startQueueApp, type QueueApp, type QueueAppOptions } from './queue-app.js';

/** A queue without a worker on a database of its own, for the tests of one describe: they claim and settle themselves. */
export class QueueDatabase {
  private started: QueueApp | null = null;
  private database: FreshDatabase | null = null;

  async start(db: TestDatabase, options: Partial<QueueAppOptions>): Promise<void> {
    this.database = await db.create();
    const database = { ...this.database.options, ...options.database } as QueueAppOptions['database'];
    this.started = await startQueueApp({ ...options, database, queue: { worker: false, ...options.queue } });
  }

  async stop(): Promise<void> {
    await this.started?.close();
    await this.database?.drop();
  }

  get fresh(): FreshDatabase {
    return this.database as FreshDatabase;
  }

  get queueApp(): QueueApp {
    return this.started as QueueApp;
  }

  get jobs(): JobService {
    return this.queueApp.jobs;
  }

  get dataSource(): DataSource {
    return this.queueApp.dataSource;
  }

  get store(): JobStore {
    return this.queueApp.app.get<JobStore>(JOB_STORE, { strict: false });
  }

  /** Jobs of these types, as a worker takes them. */
  claim(type: string | readonly string[], request: Partial<ClaimRequest> = {}): Promise<ClaimedJob[]> {
    const types = typeof type === 'string' ? [type] : type;
    const defaults = { workerId: 'tester', lease: 60_000, limit: 10, ahead: 0, failWhenLost: [], queues: null };
    return this.store.claim({ ...defaults, leaseToken: randomUUID(), types, ...request });
  }

  async claimOne(type: string, request: Partial<ClaimRequest> = {}): Promise<ClaimedJob> {
    const [claimed] = await this.claim(type, { limit: 1, ...request });
    if (!claimed) throw new Error(`There is no job of the type ${type} to claim.`);
    return claimed;
  }

  /** A new job of a type that no other test uses, claimed. */
  async claimNew(options: Parameters<JobService['enqueue']>[2] = {}, request: Partial<ClaimRequest> = {}): Promise<ClaimedJob> {
    const type = unique('job');
    await this.jobs.enqueue(type, {}, options);
    return this.claimOne(type, request);
  }

  async settle(claimed: ClaimedJob, outcome: Outcome): Promise<Settled> {
    return (await this.store.settle([{ claimed, outcome }]))[0] ?? null;
  }

  /** The row as TypeORM reads it, with the columns that the API does not show. */
  row(id: string): Promise<JobEntity> {
    return this.dataSource.getRepository(JobEntity).findOneByOrFail({ id });
  }

  /** Changes a row past the queue, to bring about what cannot be waited for. */
  async change(id: string, columns: Partial<Record<keyof JobEntity, string | number | null>>): Promise<void> {
    await this.dataSource.getRepository(JobEntity).update({ id }, columns as object);
  }

  /** Lets the lease run out. */
  expire(id: string): Promise<void> {
    return this.change(id, { leaseExpiresAt: 1 });
  }

  count(): Promise<number> {
    return this.dataSource.getRepository(JobEntity).count();
  }
}

/** Starts a queue before the tests of this describe and stops it after them. */
export function queueDatabase(db: TestDatabase, options: Partial<QueueAppOptions> = {}): QueueDatabase {
  const queue = new QueueDatabase();
  beforeAll(() => queue.start(db, options));
  afterAll(() => queue.stop());
  return queue;
}

/** A name that no other test uses. */
export function unique(name: string): string {
  return `${name}-${randomUUID()}`;
}

export const COMPLETED: Outcome = { kind: 'completed', result: null };
export const RETRY: Outcome = { kind: 'retry', delay: 0, error: 'no luck', errorCode: null };
export const FAILED: Outcome = { kind: 'failed', error: 'declined', errorCode: null };
export const SNOOZED: Outcome = { kind: 'snoozed', delay: 0 };
export const RELEASED: Outcome = { kind: 'released' };
export const UNSTARTED: Outcome = { kind: 'unstarted' };

import { InvalidInputError } from '../errors/invalid-input.error.js';
import { JobNotFoundError } from '../errors/job-not-found.error.js';
import { TransitionRefusedError } from '../errors/transition-refused.error.js';
import type { JobHandlerClass } from '../handlers/job-handler.js';
import type { Duration } from '../job/duration.js';
import { historyOf, type JobEvent } from '../job/job-event.js';
import type { Job } from '../job/job.js';
import type { EnqueuedSignal } from '../signals/enqueued-signal.js';
import type { CallerTransaction, InsertedJob, JobStore, NewJob, QueueCounts } from '../store/job-store.js';
import { checkOptions } from './call-options.js';
import { JOB_OPTIONS, type EnqueueInput, type EnqueueOptions, type EnqueueResult } from './enqueue-options.js';
import { InsertCoalescer } from './insert-coalescer.js';
import { when, type JobFactory } from './job-factory.js';
import { isJobId, LIST_OPTIONS, toListRequest, toPage, type JobPage, type ListOptions } from './job-list.js';
import type { JobPayloads, JobType, Undeclared } from './job-payloads.js';

/**
 * The way into the queue: enqueue jobs and read what became of them.
 * Every method throws DatabaseError where the database cannot be reached; then nothing is known to be stored.
 */
export class JobService {
  private readonly coalescer: InsertCoalescer;

  constructor(
    private readonly store: JobStore,
    private readonly factory: JobFactory,
    private readonly signal: EnqueuedSignal,
    private readonly maxPending: ReadonlyMap<string, number>,
  ) {
    this.coalescer = new InsertCoalescer(store, () => signal.emit());
  }

  /**
   * Stores a job, or finds the one that holds its idempotency key. Resolves when the job is committed or, with a `manager`,
   * when it is written in that transaction.
   * @throws InvalidInputError, PayloadTooLargeError, IdempotencyConflictError, QueueFullError, ForeignManagerError
   */
  enqueue<Type extends keyof JobPayloads>(
    type: Type,
    payload: JobPayloads[Type],
    options?: EnqueueOptions,
  ): Promise<EnqueueResult<JobPayloads[Type]>>;
  enqueue<Type extends string>(type: Undeclared<Type>, payload?: unknown, options?: EnqueueOptions): Promise<EnqueueResult>;
  enqueue<Payload>(handler: JobHandlerClass<Payload>, payload: NoInfer<Payload>, options?: EnqueueOptions): Promise<EnqueueResult<Payload>>;
  async enqueue(type: JobType, payload?: unknown, options: EnqueueOptions = {}): Promise<EnqueueResult> {
    checkOptions(options, 'options', ['manager', ...JOB_OPTIONS]);
    const { manager, ...jobOptions } = options;
    const job = this.factory.create({ ...jobOptions, type, payload });
    if (!manager && job.idempotencyKey === null && !this.maxPending.has(job.queue)) return toResult(await this.coalescer.insert(job));
    const [result] = await this.insert([job], manager);
    return result as EnqueueResult;
  }

  /**
   * Stores all jobs or none; one result for each input, in order.
   * @throws what `enqueue` throws, naming the input: `jobs[776].payload`.
   */
  async enqueueMany<const Types extends readonly JobType[]>(
    inputs: { readonly [Index in keyof Types]: EnqueueInput<Types[Index]> },
    { manager }: Pick<EnqueueOptions, 'manager'> = {},
  ): Promise<EnqueueResult[]> {
    if (!Array.isArray(inputs)) throw new InvalidInputError('jobs', 'must be a list');
    const jobs = (inputs as readonly EnqueueInput[]).map((input, index) => this.createAt(input, index));
    return jobs.length === 0 ? [] : this.insert(jobs, manager);
  }

  /** The job with this id, or null. With a `manager`, as its transaction sees it. @throws ForeignManagerError */
  async find(id: string, { manager }: Pick<EnqueueOptions, 'manager'> = {}): Promise<Job | null> {
    return isJobId(id) ? this.store.find(id, manager) : null;
  }

  /** A page of jobs, newest first. @throws InvalidInputError naming a bad limit, cursor or filter. */
  async list(options: ListOptions = {}): Promise<JobPage> {
    checkOptions(options, 'options', LIST_OPTIONS);
    const request = toListRequest(options);
    return toPage(await this.store.list(request), request);
  }

  /** Jobs of each queue by state. Reads the whole table: not for polling. */
  counts(): Promise<QueueCounts[]> {
    return this.store.counts();
  }

  /** What happened to a job, in order, attempts that did not end it included. @throws JobNotFoundError */
  async history(id: string): Promise<JobEvent[]> {
    const job = await this.find(id);
    if (!job) throw new JobNotFoundError(id);
    return historyOf(job, await this.store.history(id));
  }

  /**
   * Moves a job that still waits to another time: `{ delay: 0 }` runs it now.
   * @throws JobNotFoundError, TransitionRefusedError where it runs or is finished, InvalidInputError
   */
  async reschedule(id: string, to: { readonly runAt: Date } | { readonly delay: Duration }): Promise<Job> {
    if (to === null || typeof to !== 'object' || !('runAt' in to || 'delay' in to)) throw new InvalidInputError('to', 'must have runAt or delay');
    const { runAt, delay } = when(to);
    const answer = isJobId(id) ? await this.store.reschedule(id, runAt === null ? { delay } : { runAt }) : null;
    if (!answer) throw new JobNotFoundError(id);
    if (!answer.moved) throw new TransitionRefusedError(answer.job.status, 'pending', id);
    this.signal.emit();
    return answer.job;
  }

  private async insert(jobs: readonly NewJob[], manager?: CallerTransaction): Promise<EnqueueResult[]> {
    const request = { jobs, maxPending: this.maxPending, committed: () => this.signal.emit() };
    return (await this.store.insert(request, manager)).map(toResult);
  }

  private createAt(input: EnqueueInput, index: number): NewJob {
    try {
      checkOptions(input, 'input', ['type', 'payload', ...JOB_OPTIONS]);
      return this.factory.create(input);
    } catch (error) {
      throw error instanceof InvalidInputError ? error.at(index) : error;
    }
  }
}

function toResult({ job, created }: InsertedJob): EnqueueResult {
  return { job, created, outcome: created ? 'created' : 'existing' };
}

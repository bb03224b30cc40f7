import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job, JobService, QueueModuleOptions, WorkerOptions } from '../../../../lib/index.js';
import { JobEntity } from '../../../../lib/store/typeorm/entities/job.entity.js';
import type { Step, WorkerArguments } from '../../../fixtures/queue-worker.js';
import type { ChildHandle } from '../../../support/child-handle.js';
import { eventually } from '../../../support/eventually.js';
import { Ledger } from '../../../support/ledger.js';
import { spawnFixture } from '../../../support/processes.js';
import { startQueueApp, type QueueApp, type QueueAppOptions } from '../../../support/queue-app.js';

/** Timers of a worker in a test: what takes seconds by default takes tenths of them. */
export const QUICK = { pollInterval: 100, sweepInterval: 100, lease: 2_000 } satisfies WorkerOptions;

export interface WorkerSetup {
  readonly worker?: WorkerOptions;
  readonly queue?: QueueModuleOptions;
  readonly shutdownHooks?: boolean;
  readonly fixture?: string;
}

export interface WorkerProcess {
  readonly child: ChildHandle;
  readonly pid: number;
  /** The worker's id in the queue. */
  readonly id: string;
}

/** An app on several processes: workers, which a test kills, and in the test's own process one that enqueues and looks on. */
export class Deployment {
  readonly ledger = new Ledger(mkdtempSync(join(tmpdir(), 'ntq_ledger_')));
  readonly workers: WorkerProcess[] = [];

  private constructor(
    readonly database: QueueAppOptions['database'],
    readonly observer: QueueApp,
  ) {}

  static async open(options: QueueAppOptions['database'], queue: QueueModuleOptions = {}): Promise<Deployment> {
    const database = options.type === 'better-sqlite3' ? { ...options, enableWAL: true } : options;
    return new Deployment(database, await startQueueApp({ database, queue: { ...queue, worker: false } }));
  }

  get jobs(): JobService {
    return this.observer.jobs;
  }

  /** Starts a process and waits until it looks for jobs. */
  async start({ worker = QUICK, queue = {}, shutdownHooks = false, fixture = 'queue-worker' }: WorkerSetup = {}): Promise<WorkerProcess> {
    const args: WorkerArguments = { database: this.database, queue: { ...queue, worker }, ledger: this.ledger.folder, shutdownHooks };
    const child = spawnFixture(fixture, args);
    const started = { child, id: await child.message<string>(), pid: Number(child.pid) };
    this.workers.push(started);
    return started;
  }

  startMany(count: number, setup: WorkerSetup = {}): Promise<WorkerProcess[]> {
    return Promise.all(Array.from({ length: count }, () => this.start(setup)));
  }

  /** Enqueues a job that does one of these steps in each attempt. */
  async enqueue(steps: readonly Step[], maxRetries = 3): Promise<string> {
    return (await this.jobs.enqueue('work', { steps }, { maxRetries })).job.id;
  }

  async enqueueMany(count: number, steps: readonly Step[] = []): Promise<void> {
    for (let left = count; left > 0; left -= 1_000) {
      await this.jobs.enqueueMany(Array.from({ length: Math.min(left, 1_000) }, () => ({ type: 'work', payload: { steps } })));
    }
  }

  async job(id: string): Promise<Job> {
    return (await this.jobs.find(id)) as Job;
  }

  /** Waits until the job is in this state. */
  async until(id: string, status: Job['status']): Promise<Job> {
    await eventually(`job ${id} is ${status}`, async () => (await this.job(id)).status === status);
    return this.job(id);
  }

  /** Waits until this attempt of the job runs, and says in which process. */
  async untilStarted(id: string, attempt = 1): Promise<WorkerProcess> {
    const start = () => this.ledger.of(id, 'started').find((entry) => entry.attempt === attempt);
    await eventually(`attempt ${attempt} of job ${id} runs`, () => start() !== undefined);
    return this.workers.find(({ pid }) => pid === start()?.pid) as WorkerProcess;
  }

  /** Waits until every job is in a final state. */
  untilFinished(within: number): Promise<void> {
    return eventually('all jobs are finished', async () => (await this.unfinished()) === 0, within);
  }

  async unfinished(): Promise<number> {
    const queues = await this.jobs.counts();
    return queues.reduce((sum, { pending, running, cancel_requested: asked }) => sum + pending + running + asked, 0);
  }

  rows(): Promise<JobEntity[]> {
    return this.observer.dataSource.getRepository(JobEntity).find();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map(({ child }) => child.kill('SIGKILL')));
    await this.observer.close();
    rmSync(this.ledger.folder, { recursive: true });
  }
}

import { Logger, type Provider } from '@nestjs/common';
import { HandlerRegistry } from './handlers/handler-registry.js';
import { StuckJobSweeper } from './maintenance/stuck-job-sweeper.js';
import type { ResolvedOptions, ResolvedWorker } from './options/resolved-options.js';
import { QueueIdentity } from './queue.identity.js';
import { RESOLVED_OPTIONS } from './queue.tokens.js';
import { PeriodicTask } from './scheduling/periodic-task.js';
import { ThrottledLog } from './scheduling/throttled-log.js';
import { EnqueuedSignal } from './signals/enqueued-signal.js';
import { JOB_STORE, type JobStore } from './store/job-store.js';
import { JobClaimer } from './worker/job-claimer.js';
import { JobPool } from './worker/job-pool.js';
import { JobRunner } from './worker/job-runner.js';
import { LeaseKeeper } from './worker/lease-keeper.js';
import { ResultText } from './worker/result-text.js';
import { Settler } from './worker/settler.js';
import { newWorkerId } from './worker/worker-id.js';
import { Worker } from './worker/worker.js';

/** Runs the sweeper at its interval. */
export class SweepTask extends PeriodicTask {}

const logger = new Logger('QueueWorker');

/** The worker and the sweeper; in a process that runs no jobs both are null. */
export const WORKER_PROVIDERS: Provider[] = [
  {
    provide: Worker,
    inject: [RESOLVED_OPTIONS, QueueIdentity, JOB_STORE, HandlerRegistry, EnqueuedSignal],
    useFactory: ({ worker, resultLimit }: ResolvedOptions, ...parts: [QueueIdentity, JobStore, HandlerRegistry, EnqueuedSignal]) =>
      worker && createWorker({ ...worker, resultLimit, workerId: newWorkerId() }, ...parts),
  },
  {
    provide: StuckJobSweeper,
    inject: [JOB_STORE, EnqueuedSignal],
    useFactory: (store: JobStore, signal: EnqueuedSignal) => new StuckJobSweeper(store, signal, logger),
  },
  {
    provide: SweepTask,
    inject: [RESOLVED_OPTIONS, QueueIdentity, StuckJobSweeper, Worker],
    useFactory: ({ worker }: ResolvedOptions, ...parts: [QueueIdentity, StuckJobSweeper, Worker]) => worker && createSweep(worker, ...parts),
  },
];

/** After a standstill of the process its own leases come first: it must not take its living jobs for those of a lost worker. */
function createSweep({ sweepInterval }: ResolvedWorker, identity: QueueIdentity, sweeper: StuckJobSweeper, worker: Worker): SweepTask {
  const run = async () => {
    await worker.renewLeases();
    await sweeper.runOnce();
  };
  return new SweepTask({ name: identity.timerName('sweep'), interval: sweepInterval, run, log: new ThrottledLog(logger) });
}

type WorkerSettings = ResolvedWorker & { readonly workerId: string; readonly resultLimit: number };

function createWorker(options: WorkerSettings, identity: QueueIdentity, store: JobStore, registry: HandlerRegistry, signal: EnqueuedSignal): Worker {
  const log = new ThrottledLog(logger);
  const settler = new Settler(store, options.concurrency + options.prefetch, log, logger);
  const runner = new JobRunner(registry, new ResultText(options.resultLimit, logger), logger);
  const pool = new JobPool(options, runner, settler, logger);
  const claimer = new JobClaimer(store, pool, registry, options);
  settler.turn = (settlements) => claimer.turn(settlements);
  const keeper = new LeaseKeeper(store, pool.held, options, log);
  const claimTask = new PeriodicTask({ name: identity.timerName('claim'), interval: options.pollInterval, run: () => claimer.refill(), log });
  return new Worker(options.workerId, options, { claimer, pool, keeper, settler, claimTask, signal });
}

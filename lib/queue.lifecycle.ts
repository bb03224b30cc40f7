import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { DuplicateModuleError } from './errors/duplicate-module.error.js';
import { HandlerExplorer } from './handlers/handler-explorer.js';
import { takeUnprovided } from './handlers/handler-metadata.js';
import { HandlerRegistry } from './handlers/handler-registry.js';
import { StuckJobSweeper } from './maintenance/stuck-job-sweeper.js';
import { QueueIdentity } from './queue.identity.js';
import { SweepTask } from './queue.worker-providers.js';
import { findRegistry } from './scheduling/timer-registry.js';
import { WakeUp } from './signals/wake-up.js';
import { JOB_STORE, type JobStore } from './store/job-store.js';
import { Worker } from './worker/worker.js';

/**
 * Ties the queue to the app's life: find handlers and check the database when modules are ready, claim when the app has
 * started, stop claiming in the first shutdown hook, drain in the next. TypeORM closes its DataSource in the one after.
 */
@Injectable()
export class QueueLifecycle implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('QueueModule');
  private lastSweep: Promise<void> | undefined;

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly modules: ModulesContainer,
    private readonly identity: QueueIdentity,
    private readonly explorer: HandlerExplorer,
    private readonly registry: HandlerRegistry,
    @Inject(JOB_STORE) private readonly store: JobStore,
    private readonly sweeper: StuckJobSweeper,
    @Optional() @Inject(Worker) private readonly worker: Worker | null,
    @Optional() @Inject(SweepTask) private readonly sweepTask: SweepTask | null,
    @Optional() @Inject(WakeUp) private readonly wakeUp: WakeUp | null,
  ) {}

  async onModuleInit(): Promise<void> {
    const names = this.moduleNames();
    if (names.indexOf(this.identity.name) !== names.lastIndexOf(this.identity.name)) throw new DuplicateModuleError(this.identity.name ?? 'default');
    this.explorer.explore(this.registry, this.identity.name, names);
    await this.store.prepare();
  }

  /** A process that only enqueues may know handlers that others run. */
  onApplicationBootstrap(): void {
    const { worker } = this;
    if (!worker) return;
    for (const name of takeUnprovided()) {
      this.logger.warn(`${name} has @JobHandler but is in no module's providers: its jobs stay pending. Add it to \`providers\`.`);
    }
    const timers = findRegistry(this.moduleRef, (text) => this.logger.warn(text));
    worker.start(timers);
    this.sweepTask?.start(timers);
    this.wakeUp?.listen(() => worker.wake());
  }

  /** Waits for nothing: what is under way has its time in the next hook. */
  onModuleDestroy(): void {
    this.worker?.stopClaiming();
    this.sweeper.close();
    this.lastSweep = this.sweepTask?.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.drain(this.lastSweep);
    await this.wakeUp?.close();
  }

  /** Names of all QueueModules of the app; null for one without a name. */
  private moduleNames(): (string | null)[] {
    return [...this.modules.values()].flatMap((module) => {
      const identity = module.providers.get(QueueIdentity)?.instance as QueueIdentity | undefined;
      return identity ? [identity.name] : [];
    });
  }
}

import { Logger, type DynamicModule, type Provider } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, ModuleRef } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HandlerExplorer } from './handlers/handler-explorer.js';
import { HandlerRegistry } from './handlers/handler-registry.js';
import type { QueueModuleOptions } from './options/queue-options.js';
import { resolveOptions } from './options/resolve-options.js';
import type { ResolvedOptions } from './options/resolved-options.js';
import { QueueIdentity } from './queue.identity.js';
import { QueueLifecycle } from './queue.lifecycle.js';
import { WORKER_PROVIDERS } from './queue.worker-providers.js';
import { getJobServiceToken } from './service/inject-job-service.js';
import { JobFactory } from './service/job-factory.js';
import { JobService } from './service/job.service.js';
import { ThrottledLog } from './scheduling/throttled-log.js';
import { EnqueuedSignal } from './signals/enqueued-signal.js';
import { WakeUp } from './signals/wake-up.js';
import { JOB_STORE, type JobStore } from './store/job-store.js';
import { findDataSource } from './store/typeorm/find-data-source.js';
import { queueEntities } from './store/typeorm/entities/queue-entities.js';
import { TypeOrmJobStore } from './store/typeorm/typeorm-job-store.js';
import { GIVEN_OPTIONS, RESOLVED_OPTIONS } from './queue.tokens.js';

/** Adds to the dynamic module all that the queue is made of: the composition root. */
export function withQueueProviders(
  definition: DynamicModule,
  { isGlobal, name, dataSource }: { isGlobal?: boolean; name?: string | undefined; dataSource?: string | undefined },
): DynamicModule {
  // Called for what it registers: an app with autoLoadEntities gets the entities; no repository is needed.
  TypeOrmModule.forFeature(queueEntities, dataSource);
  const service = getJobServiceToken(name);
  return {
    ...definition,
    global: isGlobal ?? true,
    imports: [...(definition.imports ?? []), DiscoveryModule],
    providers: [
      ...(definition.providers ?? []),
      { provide: QueueIdentity, useValue: new QueueIdentity(name ?? null, dataSource ?? null) },
      ...coreProviders(service),
      ...WORKER_PROVIDERS,
    ],
    exports: [...(definition.exports ?? []), service],
  };
}

/** Under its own token only: `app.get(JobService)` would find the service of a named module too. */
function coreProviders(service: ReturnType<typeof getJobServiceToken>): Provider[] {
  return [
    { provide: RESOLVED_OPTIONS, inject: [GIVEN_OPTIONS], useFactory: (options?: QueueModuleOptions) => resolveOptions(options) },
    { provide: JOB_STORE, inject: [GIVEN_OPTIONS, RESOLVED_OPTIONS, QueueIdentity, ModuleRef], useFactory: createStore },
    EnqueuedSignal,
    { provide: WakeUp, inject: [RESOLVED_OPTIONS, JOB_STORE, EnqueuedSignal], useFactory: createWakeUp },
    HandlerRegistry,
    {
      provide: HandlerExplorer,
      inject: [DiscoveryService, ModuleRef, RESOLVED_OPTIONS],
      useFactory: (discovery: DiscoveryService, moduleRef: ModuleRef, options: ResolvedOptions) =>
        new HandlerExplorer(discovery, moduleRef, options.handlers),
    },
    { provide: service, inject: [JOB_STORE, HandlerRegistry, EnqueuedSignal, RESOLVED_OPTIONS], useFactory: createService },
    QueueLifecycle,
  ];
}

function createStore(given: QueueModuleOptions | undefined, options: ResolvedOptions, identity: QueueIdentity, moduleRef: ModuleRef): JobStore {
  const name = identity.dataSource ?? given?.dataSource ?? 'default';
  const logger = new Logger('QueueModule');
  return new TypeOrmJobStore(() => findDataSource(moduleRef, name), {
    name,
    queryTimeout: options.queryTimeout,
    deletesCompleted: options.retention.completed === 0,
    prepared: options.preparedStatements,
    concurrency: options.worker?.concurrency ?? 0,
    warn: (text) => logger.warn(text),
  });
}

function createWakeUp({ wakeUp }: ResolvedOptions, store: JobStore, signal: EnqueuedSignal): WakeUp | null {
  const log = new ThrottledLog(new Logger('QueueModule'));
  const warn = (text: string) => log.warn(text);
  return wakeUp ? new WakeUp(signal, () => store.wakeUpChannel({ warn }), warn) : null;
}

function createService(store: JobStore, registry: HandlerRegistry, signal: EnqueuedSignal, options: ResolvedOptions): JobService {
  const limits = [...options.queues].flatMap(([queue, { maxPending }]) => (maxPending === null ? [] : [[queue, maxPending] as const]));
  return new JobService(store, new JobFactory(registry, options), signal, new Map(limits));
}

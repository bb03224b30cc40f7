export { DatabaseError } from './errors/database.error.js';
export { DuplicateHandlerError } from './errors/duplicate-handler.error.js';
export { DuplicateModuleError } from './errors/duplicate-module.error.js';
export { ForeignManagerError } from './errors/foreign-manager.error.js';
export { IdempotencyConflictError } from './errors/idempotency-conflict.error.js';
export { InvalidHandlerError } from './errors/invalid-handler.error.js';
export { InvalidInputError } from './errors/invalid-input.error.js';
export { InvalidOptionError } from './errors/invalid-option.error.js';
export { JobAbortedError, type AbortReason } from './errors/job-aborted.error.js';
export { JobNotFoundError } from './errors/job-not-found.error.js';
export { QueueError } from './errors/queue.error.js';
export { QueueFullError } from './errors/queue-full.error.js';
export { SchemaMissingError } from './errors/schema-missing.error.js';
export { PayloadTooLargeError } from './errors/too-large.error.js';
export { TransitionRefusedError } from './errors/transition-refused.error.js';
export { UnknownDataSourceError } from './errors/unknown-data-source.error.js';
export { UnsupportedDatabaseError } from './errors/unsupported-database.error.js';
export type { JobContext } from './handlers/job-context.js';
export type { JobHandlerOptions } from './handlers/job-handler-options.js';
export { JobHandler, type JobHandlerClass } from './handlers/job-handler.js';
export {
  exponential,
  fixed,
  linear,
  list,
  type Backoff,
  type BackoffOption,
  type ExponentialOptions,
  type FailedAttempt,
  type Jitter,
} from './job/backoff.js';
export { FailJob, RetryJob, SnoozeJob } from './job/control-flow.js';
export type { Duration } from './job/duration.js';
export type { JobEvent, JobEventName } from './job/job-event.js';
export type { JobStatus } from './job/job-status.js';
export type { Job } from './job/job.js';
export type { JsonValue } from './job/json-value.js';
export type { Priority, PriorityLabel } from './job/priority.js';
export type {
  HandlerOptions,
  QueueLimits,
  QueueModuleOptions,
  QueueOptionsFactory,
  RetentionOptions,
  WorkerLostPolicy,
  WorkerOptions,
} from './options/queue-options.js';
export type { QueueModuleExtras } from './queue.module-definition.js';
export { QueueModule } from './queue.module.js';
export type { EnqueueInput, EnqueueOptions, EnqueueResult, JobOptions } from './service/enqueue-options.js';
export { getJobServiceToken, InjectJobService } from './service/inject-job-service.js';
export type { JobPage, ListOptions } from './service/job-list.js';
// With a star: only so can an app add to the interface JobPayloads under the name of this package.
export * from './service/job-payloads.js';
export { JobService } from './service/job.service.js';
export { StuckJobSweeper } from './maintenance/stuck-job-sweeper.js';
export type { CallerTransaction, QueueCounts } from './store/job-store.js';
export { queueEntities } from './store/typeorm/entities/queue-entities.js';
export { queueMigrations } from './store/typeorm/migrations/queue-migrations.js';
export { Worker } from './worker/worker.js';

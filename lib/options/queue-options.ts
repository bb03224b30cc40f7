import type { BackoffOption } from '../job/backoff.js';
import type { Duration } from '../job/duration.js';

/** What happens to a job whose worker vanished: run it again (counts as a retry) or fail it for review. */
export type WorkerLostPolicy = 'retry' | 'fail';

/** How jobs of one type are handled; given to `@JobHandler` or, for all handlers, to the module. */
export interface HandlerOptions {
  /** Queue of the jobs of this type. @default 'default' */
  readonly queue?: string;
  /** Attempts after the first one; 0 marks a job that must never be repeated. @default 3 */
  readonly maxRetries?: number;
  /** Time between attempts. @default exponential({ base: '10s', factor: 2, cap: '1h', jitter: 0.2 }) */
  readonly backoff?: BackoffOption;
  /** Time limit of one attempt, 1 ms to 24.8 days; it cannot be turned off. @default '5m' */
  readonly timeout?: Duration;
  /** After the time limit: how long the handler may take to react to its signal before its slot is used again. @default '5s' */
  readonly abortGrace?: Duration;
  /** What becomes of a job of this type when its worker vanishes. @default 'retry' */
  readonly onWorkerLost?: WorkerLostPolicy;
}

/** What the worker of this process does. */
export interface WorkerOptions {
  /** Queues to serve, in order of preference: an earlier one comes first, whatever the priorities. @default all queues as one, by priority */
  readonly queues?: readonly string[];
  /** Jobs that run at the same time in this process. Keep it below the size of the connection pool. @default 5 */
  readonly concurrency?: number;
  /**
   * Jobs claimed ahead of a free slot, 0 to 10 000, so that short jobs need not wait for the database. They keep their leases and are
   * given back uncounted at shutdown; when the process dies each counts a retry though it never started, which is why a job
   * without a retry left and one with `onWorkerLost: 'fail'` are never among them. @default 0
   */
  readonly prefetch?: number;
  /** How often to look for due jobs when nothing else wakes the worker. @default '1s' */
  readonly pollInterval?: Duration;
  /** How long a claim holds without a heartbeat. @default '30s' */
  readonly lease?: Duration;
  /** How often the leases of running jobs are renewed. @default a third of `lease` */
  readonly heartbeatInterval?: Duration;
  /** How often to look for jobs whose worker vanished. @default '10s' */
  readonly sweepInterval?: Duration;
  /** Time for running jobs when the app shuts down; at the end of it, unfinished ones are given back. @default '20s' */
  readonly shutdownGrace?: Duration;
}

/** Limits of one queue. */
export interface QueueLimits {
  /** Pending jobs, delayed ones included, that the queue may hold; an enqueue above it fails with `QUEUE_FULL`. @default no limit */
  readonly maxPending?: number;
}

/** How long finished jobs stay, by how they ended; `false` keeps them for ever. Ages count from the end of the job, by the database's clock. */
export interface RetentionOptions {
  /** 0 deletes a completed job at once, in the statement that would have marked it completed. @default '7d' */
  readonly completed?: Duration | false;
  /** Dead letters. @default '30d' */
  readonly failed?: Duration | false;
  /** @default '7d' */
  readonly cancelled?: Duration | false;
}

/** Options of `QueueModule.forRoot()`. */
export interface QueueModuleOptions {
  /** Name of the TypeORM DataSource that holds the jobs. @default 'default' */
  readonly dataSource?: string;
  /** Whether this process runs jobs, and how. `false` for one that only enqueues. @default true */
  readonly worker?: boolean | WorkerOptions;
  /**
   * Whether enqueues wake idle workers of other processes at once, where the database can tell them: on PostgreSQL by NOTIFY, and LISTEN on a
   * connection of the worker's own. `false` behind a pooler that pools transactions: then they find jobs by polling. @default true
   */
  readonly wakeUp?: boolean;
  /** Defaults for handlers that do not say otherwise. */
  readonly handlers?: HandlerOptions;
  /** Limits per queue, by name. */
  readonly queues?: Readonly<Record<string, QueueLimits>>;
  /** How long finished jobs stay. */
  readonly retention?: RetentionOptions;
  /** Largest payload in bytes of JSON. @default 1_048_576 (1 MiB) */
  readonly payloadLimit?: number;
  /** Largest stored result in bytes of JSON; a larger one is dropped with a warning. @default 65_536 (64 KiB) */
  readonly resultLimit?: number;
  /** Longest wait for a call to the database, a connection of the pool and further tries after a deadlock included. @default '10s' */
  readonly queryTimeout?: Duration;
  /**
   * On PostgreSQL: keeps the statements that come often prepared on each connection. `false` behind a pooler that hands out
   * connections by the transaction and does not track them (PgBouncer before 1.21, or with max_prepared_statements = 0).
   * @default true
   */
  readonly preparedStatements?: boolean;
}

/** Implemented by the class given to `QueueModule.forRootAsync({ useClass })`. */
export interface QueueOptionsFactory {
  createQueueOptions(): QueueModuleOptions | Promise<QueueModuleOptions>;
}

import type { JobStatus } from './job-status.js';
import type { JsonValue } from './json-value.js';
import type { PriorityLabel } from './priority.js';

/** A stored job, as read at one moment. Instants are exact to the millisecond and set by the database's clock. */
export interface Job<Payload = JsonValue> {
  /** UUID version 7; ids grow with the time of creation. */
  readonly id: string;
  readonly type: string;
  readonly queue: string;
  readonly payload: Payload;
  /** Higher runs first. */
  readonly priority: number;
  /** Name of exactly this priority (low 0, medium 10, high 20, critical 30); null for any other number. */
  readonly priorityLabel: PriorityLabel | null;
  readonly status: JobStatus;
  /** Retries so far; the job has been or is in attempt `retryCount + 1`. */
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly idempotencyKey: string | null;
  /** Who the job belongs to, as the app said at enqueue. */
  readonly owner: string | null;
  /** Not started before this instant. */
  readonly runAt: Date;
  /** When the present or last worker took it; null while it waits. */
  readonly claimedAt: Date | null;
  /** The worker that holds it or held it last; null while it waits. */
  readonly workerId: string | null;
  /** Technical text of the newest failure: for operators, not for users. */
  readonly error: string | null;
  /** Stable code of the newest failure, such as `TIMEOUT` or `WORKER_LOST`; null where the handler threw. */
  readonly errorCode: string | null;
  /** What the handler returned, where it was JSON within `resultLimit`. */
  readonly result: JsonValue | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

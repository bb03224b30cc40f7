import { QueueError } from './queue.error.js';

/** The `manager` given to a call belongs to another DataSource than the queue; nothing was stored. */
export class ForeignManagerError extends QueueError {
  readonly code = 'MANAGER_FOREIGN';

  constructor() {
    super('`manager` belongs to another DataSource than the queue, so the two could not commit together. Use one from the same DataSource.');
  }
}

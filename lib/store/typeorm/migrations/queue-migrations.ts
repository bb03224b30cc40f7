import { CreateQueueTables1764547200000 } from './create-queue-tables.js';

/** The queue's migrations, for the `migrations` of the app's DataSource. */
export const queueMigrations = [CreateQueueTables1764547200000];

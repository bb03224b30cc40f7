import { JobHistoryEntity } from './job-history.entity.js';
import { JobQueueEntity } from './job-queue.entity.js';
import { JobEntity } from './job.entity.js';

/** The queue's entities, for the `entities` of a DataSource without `autoLoadEntities`. */
export const queueEntities = [JobEntity, JobHistoryEntity, JobQueueEntity];

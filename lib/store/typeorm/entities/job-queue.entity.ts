import { Entity, PrimaryColumn } from 'typeorm';
import { TABLE_ENGINE } from './table-engine.js';

/** A row per queue that has a limit: enqueues into it lock the row, so that together they never exceed `maxPending`. */
@Entity({ name: 'job_queues', engine: TABLE_ENGINE })
export class JobQueueEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;
}

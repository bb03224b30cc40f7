import { Column, Entity, PrimaryColumn } from 'typeorm';
import { INSTANT } from './instant.js';
import { TABLE_ENGINE } from './table-engine.js';

/** Attempts that did not end their job, and changes of its time: what the job's own row cannot say. A plain success adds no row. */
@Entity({ name: 'job_history', engine: TABLE_ENGINE })
export class JobHistoryEntity {
  @PrimaryColumn({ name: 'job_id', type: 'uuid' })
  jobId!: string;

  /** Counts from 1 within a job; the order in which things happened. */
  @PrimaryColumn({ type: 'int' })
  seq!: number;

  @Column({ type: 'varchar', length: 16 })
  event!: string;

  @Column({ ...INSTANT })
  at!: number;

  @Column({ type: 'int' })
  attempt!: number;

  @Column({ name: 'worker_id', type: 'varchar', length: 255, nullable: true })
  workerId!: string | null;

  @Column({ name: 'claimed_at', ...INSTANT, nullable: true })
  claimedAt!: number | null;

  @Column({ name: 'run_at', ...INSTANT, nullable: true })
  runAt!: number | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'error_code', type: 'varchar', length: 32, nullable: true })
  errorCode!: string | null;
}

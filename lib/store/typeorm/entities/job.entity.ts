import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { INSTANT } from './instant.js';
import { TABLE_ENGINE } from './table-engine.js';

/**
 * The table `jobs`.
 *
 * `claimRank` is minus the priority while a worker may take the job (pending, and its time has come), else null. It keeps
 * delayed and finished rows out of the claim indexes, and gives them the order priority descending, then `runAt`, then id,
 * in ascending columns: TypeORM declares no descending ones, and MariaDB before 10.8 has none.
 *
 * Lease columns stand in no index, so that a heartbeat writes none.
 */
@Entity({ name: 'jobs', engine: TABLE_ENGINE })
@Index(['queue', 'claimRank', 'runAt', 'id'], { where: 'claim_rank IS NOT NULL' })
@Index(['claimRank', 'runAt', 'id'], { where: 'claim_rank IS NOT NULL' })
@Index(['status', 'claimRank', 'runAt'], { where: 'claim_rank IS NULL AND finished_at IS NULL' })
@Index(['idempotencyHash'], { unique: true, where: 'idempotency_hash IS NOT NULL' })
export class JobEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'varchar', length: 128 })
  type!: string;

  @Column({ type: 'varchar', length: 64 })
  queue!: string;

  @Column({ type: 'json' })
  payload!: unknown;

  @Column({ type: 'int', default: 0 })
  priority!: number;

  @Column({ name: 'claim_rank', type: 'int', nullable: true })
  claimRank!: number | null;

  @Column({ type: 'varchar', length: 16, default: 'pending' })
  status!: string;

  @Column({ name: 'retry_count', type: 'int', default: 0 })
  retryCount!: number;

  @Column({ name: 'max_retries', type: 'int', default: 3 })
  maxRetries!: number;

  @Column({ name: 'idempotency_key', type: 'varchar', length: 255, nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 of the key: MySQL compares texts without regard to trailing spaces, in some collations also to case. */
  @Column({ name: 'idempotency_hash', type: 'varchar', length: 64, nullable: true })
  idempotencyHash!: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  owner!: string | null;

  @Column({ name: 'run_at', ...INSTANT })
  runAt!: number;

  @Column({ name: 'claimed_at', ...INSTANT, nullable: true })
  claimedAt!: number | null;

  @Column({ name: 'worker_id', type: 'varchar', length: 255, nullable: true })
  workerId!: string | null;

  @Column({ name: 'lease_token', type: 'varchar', length: 36, nullable: true })
  leaseToken!: string | null;

  @Column({ name: 'lease_expires_at', ...INSTANT, nullable: true })
  leaseExpiresAt!: number | null;

  /** `retry` or `fail`: written by the claim, since the process that finds the worker lost may not know the handler. */
  @Column({ name: 'on_worker_lost', type: 'varchar', length: 8, nullable: true })
  onWorkerLost!: string | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  @Column({ name: 'error_code', type: 'varchar', length: 32, nullable: true })
  errorCode!: string | null;

  @Column({ type: 'json', nullable: true })
  result!: unknown;

  @Column({ name: 'created_at', ...INSTANT })
  createdAt!: number;

  @Column({ name: 'updated_at', ...INSTANT })
  updatedAt!: number;

  @Column({ name: 'finished_at', ...INSTANT, nullable: true })
  finishedAt!: number | null;
}

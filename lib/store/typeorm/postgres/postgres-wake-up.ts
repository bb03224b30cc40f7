import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { WakeUpChannel, WakeUpOptions } from '../../wake-up-channel.js';
import { JobEntity } from '../entities/job.entity.js';
import type { Executor } from '../executor.js';
import { query } from '../plan.js';
import { sql } from '../sql.js';
import { listenClient } from './listen-client.js';
import { PostgresListener } from './postgres-listener.js';

/**
 * NOTIFY through the pool, LISTEN on a connection of its own. What is sent says only who sent it, so that a process is not woken by
 * itself. Live once a notification has arrived: behind a pooler of transactions LISTEN succeeds, and none ever does.
 */
export class PostgresWakeUp implements WakeUpChannel {
  private readonly sender = randomBytes(6).toString('hex');
  private readonly channel: string;
  private listener: PostgresListener | null = null;
  live = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly executor: Executor,
    private readonly options: WakeUpOptions,
  ) {
    this.channel = channelOf(dataSource);
  }

  async notify(): Promise<void> {
    await this.executor.run({ plan: () => query(sql`SELECT pg_notify(${this.channel}, ${this.sender})`), atomic: false });
  }

  listen(onWake: () => void): void {
    this.listener ??= new PostgresListener({
      open: () => listenClient(this.dataSource),
      channel: this.channel,
      onNotification: (sender) => {
        this.live = true;
        if (sender !== this.sender) onWake();
      },
      onListening: () => {
        onWake();
        this.probe();
      },
      onLost: () => (this.live = false),
      warn: this.options.warn,
    });
    this.listener.start();
  }

  async close(): Promise<void> {
    this.live = false;
    await this.listener?.close();
  }

  /** Whether it arrives is what counts. */
  private probe(): void {
    this.notify().catch(() => undefined);
  }
}

/** The same for all processes that share the table; within the server's limit of 63 bytes whatever the table is called. */
function channelOf(dataSource: DataSource): string {
  const { schema, tableName } = dataSource.getMetadata(JobEntity);
  const { searchSchema } = dataSource.driver as { searchSchema?: string };
  const table = JSON.stringify([schema ?? searchSchema ?? '', tableName]);
  return `ntq_${createHash('sha256').update(table).digest('hex').slice(0, 32)}`;
}

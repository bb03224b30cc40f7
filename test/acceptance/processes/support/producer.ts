import type { Command } from '../../../fixtures/queue-producer.js';
import type { ChildHandle } from '../../../support/child-handle.js';
import { spawnFixture } from '../../../support/processes.js';
import type { QueueAppOptions } from '../../../support/queue-app.js';

/** A process that only enqueues. */
export class Producer {
  private constructor(readonly child: ChildHandle) {}

  static async start(database: QueueAppOptions['database']): Promise<Producer> {
    const child = spawnFixture('queue-producer', { database });
    await child.message((message) => message === 'ready');
    return new Producer(child);
  }

  static startMany(count: number, database: QueueAppOptions['database']): Promise<Producer[]> {
    return Promise.all(Array.from({ length: count }, () => Producer.start(database)));
  }

  /** @throws Error with what the process met. */
  async ask<T>(command: Command): Promise<T> {
    await this.child.send(command);
    const answer = await this.child.message<{ result: T; error?: string }>();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result;
  }

  kill(): Promise<unknown> {
    return this.child.kill();
  }
}

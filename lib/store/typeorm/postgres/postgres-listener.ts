import { databaseCode } from '../database-failure.js';
import { Deadline } from '../deadline.js';
import type { ListenClient } from './listen-client.js';

export interface ListenerParts {
  /** Makes a client that is not connected yet. */
  readonly open: () => ListenClient;
  /** A name that needs no quotes. */
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** LISTEN is in force; what was sent before is lost. */
  readonly onListening: () => void;
  readonly onLost: () => void;
  readonly warn: (text: string) => void;
}

/** Milliseconds. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** For a farewell that the server may not answer. */
const CLOSE_TIME = 300;

/** A connection that listens, made anew after each failure with a growing random pause. It does not keep the process alive. */
export class PostgresListener {
  private client: ListenClient | null = null;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly parts: ListenerParts) {}

  start(): void {
    void this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.drop();
  }

  private async connect(): Promise<void> {
    let client: ListenClient | null = null;
    try {
      client = this.client = this.open();
      await client.connect();
      client.unref?.();
      await client.query(`LISTEN ${this.parts.channel}`);
      if (this.client === client) this.listening();
    } catch (error) {
      this.fail(client, error);
    }
  }

  /** A client without a handler for its errors would end the process. */
  private open(): ListenClient {
    const client = this.parts.open();
    client.on('error', (error) => this.fail(client, error));
    client.on('end', () => this.fail(client, undefined));
    client.on('notification', ({ payload = '' }) => this.client === client && this.parts.onNotification(payload));
    return client;
  }

  private listening(): void {
    this.failures = 0;
    this.parts.onListening();
  }

  /** A client tells the same failure in several ways; the first counts. */
  private fail(client: ListenClient | null, error: unknown): void {
    if (this.closed || this.client !== client) return;
    void this.drop();
    this.parts.onLost();
    this.parts.warn(`The connection that listens for jobs of other processes failed and will be tried again: ${reasonOf(error)}`);
    this.timer = setTimeout(() => void this.connect(), this.pause());
    this.timer.unref();
  }

  private async drop(): Promise<void> {
    const { client } = this;
    this.client = null;
    if (!client) return;
    await new Deadline(CLOSE_TIME).bound(client.end()).catch(() => undefined);
    client.connection?.stream.destroy();
  }

  /** Half of it at random, so that many processes do not come back at the same moment. */
  private pause(): number {
    const longest = Math.min(FIRST_PAUSE * 2 ** Math.min(this.failures++, 20), LONGEST_PAUSE);
    return longest * (0.5 + Math.random() / 2);
  }
}

/** The code only: messages can name hosts and users. */
function reasonOf(error: unknown): string {
  return databaseCode(error) ?? 'it was closed';
}

import type { DataSource } from 'typeorm';

/** The part of pg's Client that the listener uses. */
export interface ListenClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
  on(event: 'notification', listener: (message: { readonly payload?: string }) => void): unknown;
  on(event: 'error' | 'end', listener: (error?: unknown) => void): unknown;
  /** Absent in pg-native. */
  unref?(): void;
  readonly connection?: { readonly stream: { destroy(): unknown } };
}

interface PgDriver {
  readonly postgres: { readonly Client: new (options: object) => ListenClient };
  readonly master: { readonly options: Readonly<Record<string, unknown>> };
}

/** Milliseconds: for the connection, and for the answer to LISTEN. */
const TIMEOUT = 10_000;

/** A connection of its own to the database of a DataSource. */
export function listenClient(dataSource: DataSource): ListenClient {
  const { postgres, master } = dataSource.driver as unknown as PgDriver;
  const { options } = master;
  return new postgres.Client({
    connectionTimeoutMillis: TIMEOUT,
    ...options,
    password: options['password'], // not enumerable
    application_name: 'nestjs-typeorm-queue wake-up',
    query_timeout: TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Connector } from '../pooled-executor.js';
import type { Answer, Row } from '../plan.js';
import type { Sql } from '../sql.js';
import { StatementTexts } from './statement-texts.js';

interface PgClient {
  query(config: { text: string; name?: string | undefined; values: unknown[] }): Promise<{ rows: Row[]; rowCount: number | null }>;
  readonly connection: { readonly stream: Socket };
}

export class PostgresConnector implements Connector {
  readonly begin = ['BEGIN ISOLATION LEVEL READ COMMITTED'];
  private readonly texts: StatementTexts;

  /** @param prepared whether statements that come often stay prepared on their connection */
  constructor(prepared: boolean) {
    this.texts = new StatementTexts(prepared);
  }

  async query(connection: unknown, { text, params }: Sql): Promise<Answer> {
    const { rows, rowCount } = await (connection as PgClient).query({ ...this.texts.of(text), values: [...params] });
    return { rows, affected: rowCount ?? 0 };
  }

  async abandon(connection: unknown): Promise<void> {
    const { stream } = (connection as PgClient).connection;
    if (stream.closed) return;
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
  }
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Connector } from '../pooled-executor.js';
import type { Answer, Row } from '../plan.js';
import type { Sql } from '../sql.js';

interface PgClient {
  query(config: { text: string; values: unknown[] }): Promise<{ rows: Row[]; rowCount: number | null }>;
  readonly connection: { readonly stream: Socket };
}

const numbered = new Map<string, string>();
const MOST_CACHED = 1_000;
/** Longer ones are bulk inserts, of which hardly two are alike. */
const LONGEST_CACHED = 8_192;

export const postgresConnector: Connector = {
  begin: ['BEGIN ISOLATION LEVEL READ COMMITTED'],

  async query(connection: unknown, { text, params }: Sql): Promise<Answer> {
    const { rows, rowCount } = await (connection as PgClient).query({ text: withNumbers(text), values: [...params] });
    return { rows, affected: rowCount ?? 0 };
  },

  async abandon(connection: unknown): Promise<void> {
    const { stream } = (connection as PgClient).connection;
    if (stream.closed) return;
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
  },
};

/** `?` to `$1`, `$2`, ...: our statements hold no other question mark. */
function withNumbers(text: string): string {
  const known = numbered.get(text);
  if (known !== undefined) return known;
  let number = 0;
  const result = text.replaceAll('?', () => `$${++number}`);
  if (numbered.size >= MOST_CACHED) numbered.clear();
  if (text.length <= LONGEST_CACHED) numbered.set(text, result);
  return result;
}

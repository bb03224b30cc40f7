import type { SqliteConnection, SqliteStatement } from './sqlite-connection.js';

const MOST = 200;
/** Longer ones are bulk inserts, of which hardly two are alike. */
const LONGEST = 8_192;

/** Prepared statements by text. They belong to a connection; a DataSource that was closed and opened again has another one. */
export class StatementCache {
  private readonly byText = new Map<string, SqliteStatement>();
  private owner: SqliteConnection | null = null;

  get(connection: SqliteConnection, text: string): SqliteStatement {
    if (connection !== this.owner || this.byText.size >= MOST) this.byText.clear();
    this.owner = connection;
    const statement = this.byText.get(text) ?? connection.prepare(text);
    if (text.length <= LONGEST) this.byText.set(text, statement);
    return statement;
  }
}

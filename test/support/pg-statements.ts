import { jest } from '@jest/globals';
import { Client } from 'pg';

export interface SentStatement {
  readonly text: string;
  /** Whether a transaction was open on its connection. */
  readonly inTransaction: boolean;
}

/** Records what all pg clients of this process send from now on, until `jest.restoreAllMocks()`. */
export function recordPgStatements(): SentStatement[] {
  const sent: SentStatement[] = [];
  const open = new WeakSet<object>();
  const query = Reflect.get(Client.prototype, 'query') as (this: Client, ...args: unknown[]) => void;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const text = textOf(args[0]);
    if (/^(BEGIN|START TRANSACTION)/.test(text)) open.add(this);
    sent.push({ text, inTransaction: open.has(this) });
    if (/^(COMMIT|ROLLBACK)$/.test(text)) open.delete(this);
    return query.apply(this, args);
  });
  return sent;
}

function textOf(argument: unknown): string {
  return typeof argument === 'string' ? argument : String((argument as { text?: unknown }).text);
}

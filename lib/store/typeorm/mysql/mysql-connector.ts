import type { Connector } from '../pooled-executor.js';
import type { Answer, Row } from '../plan.js';
import type { Sql } from '../sql.js';

type MysqlResult = Row[] | { affectedRows: number };

interface MysqlConnection {
  query(text: string, params: unknown[], done: (error: Error | null, result: MysqlResult) => void): void;
  destroy(): void;
}

export const mysqlConnector: Connector = {
  begin: ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'],

  query(connection: unknown, { text, params }: Sql): Promise<Answer> {
    return new Promise((resolve, reject) => {
      (connection as MysqlConnection).query(text, [...params], (error, result) => (error ? reject(error) : resolve(answerOf(result))));
    });
  },

  async abandon(connection: unknown): Promise<void> {
    (connection as MysqlConnection).destroy();
  },
};

function answerOf(result: MysqlResult): Answer {
  return Array.isArray(result) ? { rows: result, affected: result.length } : { rows: [], affected: result.affectedRows };
}

// Counts what this process sends to its database, at the driver: on each database in the same way, without rights on the server.
import Sqlite from 'better-sqlite3';
import { Connection } from 'mysql2';
import { Client } from 'pg';

let count = 0;
const COMMANDS = ['Query', 'Execute', 'Prepare'];

export const statementCount = () => count;

/** From now on. */
export function countStatements() {
  intercept(Client.prototype, 'query', () => true);
  intercept(Connection.prototype, 'addCommand', (command) => COMMANDS.includes(command.constructor.name));
  const memory = new Sqlite(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('SELECT 1'));
  memory.close();
  for (const method of ['run', 'get', 'all', 'iterate']) intercept(statement, method, () => true);
  intercept(Sqlite.prototype, 'exec', () => true);
}

function intercept(prototype, method, counts) {
  const original = prototype[method];
  prototype[method] = function (...args) {
    if (counts(args[0])) count += 1;
    return original.apply(this, args);
  };
}

import { databaseServers } from './database-servers.js';
import { destroyOwnServers } from './own-servers.js';

/** Jest has printed its summary by now, so the reasons why tests are absent are the last lines that one reads. */
export default async function teardown(): Promise<void> {
  await destroyOwnServers();
  for (const reason of databaseServers().missing) process.stderr.write(`${reason}\n`);
}

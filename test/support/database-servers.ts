/** What globalSetup found. It reaches the jest workers through the environment, since they collect their describes synchronously. */
export interface DatabaseServers {
  readonly postgres?: { readonly url: string };
  readonly mariadb?: { readonly url: string; readonly type: 'mariadb' | 'mysql' };
  /** One line for each database whose tests do not run. */
  readonly missing: readonly string[];
}

const VARIABLE = 'NTQ_TEST_SERVERS';

/** In CI a database that is missing is a failure, not a shorter run. */
export const allRequired = process.env['CI'] === 'true';

export function publishServers(servers: DatabaseServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export function databaseServers(): DatabaseServers {
  const published = process.env[VARIABLE];
  if (published === undefined) throw new Error(`${VARIABLE} is not set: tests run through "npm test", whose global setup looks for the databases.`);
  return JSON.parse(published) as DatabaseServers;
}

import { describe, expect, it } from '@jest/globals';
import { databaseServers } from '../../support/database-servers.js';
import { spawnFixture } from '../../support/processes.js';
import { benchHome } from './support/bench-databases.js';

const { postgres, mariadb } = databaseServers();
const ADAPTERS = [
  'ours-sqlite',
  'ours-sqlite-full',
  ...(postgres ? ['ours-pg', 'ours-pg-poll', 'ours-pg-prefetch', 'ours-pg-prefetch-delete'] : []),
  ...(mariadb ? ['ours-mariadb'] : []),
];

describe('the adapters of the side-by-side benchmark', () => {
  const home = benchHome();

  it.each(ADAPTERS)('%s: what is enqueued is durable, is handled once, and nothing remains', async (name) => {
    const child = spawnFixture('bench-adapter', { name }, home.env);
    await expect(child.message()).resolves.toEqual({ queued: 6, handled: [0, 1, 2, 3, 4, 5], remaining: 0, afterFinishAll: 0 });
    await expect(child.exit).resolves.toEqual({ code: 0, signal: null });
  });
});

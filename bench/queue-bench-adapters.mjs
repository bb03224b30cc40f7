// Adapters of this package for a side-by-side benchmark of job queues.
import { mariadb, postgres, sqlite } from './databases.mjs';
import { queueAdapter } from './queue-adapter.mjs';

const adapter = (name, kind, settings, open, options) => {
  const database = open(name.replaceAll('-', '_'));
  return { name, kind, settings, db: database.name, make: () => queueAdapter(database, options) };
};
const prefetch = { prefetch: 500 };

export default [
  adapter('ours-pg', 'pg', 'defaults, finished jobs are kept', postgres),
  adapter('ours-pg-prefetch', 'pg', 'worker.prefetch 500, finished jobs are kept', postgres, { worker: prefetch }),
  adapter('ours-pg-prefetch-delete', 'pg', 'worker.prefetch 500, completed jobs are deleted at once', postgres, {
    worker: prefetch,
    retention: { completed: 0 },
  }),
  adapter('ours-pg-poll', 'pg', 'no LISTEN: other processes are found by polling', postgres, { wakeUp: false }),
  adapter('ours-sqlite', 'sqlite', 'WAL, synchronous=NORMAL, finished jobs are kept', (name) => sqlite(name, 'NORMAL')),
  adapter('ours-sqlite-full', 'sqlite', 'WAL, synchronous=FULL, finished jobs are kept', (name) => sqlite(name, 'FULL')),
  adapter('ours-mariadb', 'mariadb', 'defaults, finished jobs are kept', mariadb),
];

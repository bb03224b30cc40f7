// The queue behind the small interface that the benchmarks drive.
import { migrate, startQueueApp } from './queue-app.mjs';

const REMAINING = "SELECT COUNT(*) AS n FROM jobs WHERE status NOT IN ('completed', 'failed', 'cancelled')";
const FINISH_ALL = "UPDATE jobs SET status = 'completed', claim_rank = NULL, finished_at = run_at WHERE status = 'pending'";

/** `options` are those of QueueModule.forRoot(), with those of its worker as an object. */
export function queueAdapter(database, { worker, ...queue } = {}) {
  const apps = [];
  const start = async (options) => {
    const app = await startQueueApp(database, options);
    apps.push(app);
    return app.jobs;
  };
  let jobs;
  return {
    async setup() {
      await database.recreate();
      await migrate(database);
    },
    async connect() {
      jobs = await start({ queue: { ...queue, worker: false } });
    },
    enqueue: (payload) => jobs.enqueue('bench', payload),
    enqueueMany: (payloads) => jobs.enqueueMany(payloads.map((payload) => ({ type: 'bench', payload }))),
    async startWorker(concurrency, handle) {
      await start({ queue: { ...queue, worker: { concurrency, ...worker } }, handle });
    },
    async stop() {
      for (const { close } of apps.splice(0).toReversed()) await close();
    },
    teardown: () => database.drop(),
    remaining: () => database.count(REMAINING),
    finishAll: () => database.execute(FINISH_ALL),
    keepsHistory: queue.retention?.completed !== 0,
  };
}

// What a child process does when told. Its arguments: the name of the database, and the options of the queue as JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import { StartLog } from './start-log.mjs';
import { cpuSeconds, monotonic } from './numbers.mjs';
import { DATABASES } from './own-databases.mjs';
import { payload } from './payload.mjs';
import { queueAdapter } from './queue-adapter.mjs';
import { countStatements, statementCount } from './statements.mjs';

const [name, options = '{}'] = process.argv.slice(2);
const queue = queueAdapter(DATABASES[name], JSON.parse(options));
const starts = new StartLog();
const WARM_UP = 50;

export const commands = {
  connect: () => queue.connect(),
  stop: () => queue.stop(),
  work: ({ concurrency }) => queue.startWorker(concurrency, (job) => starts.add(job)),
  starts: () => starts.summary(),
  latencies: () => starts.latencies,
  countStatements,
  statementCount,
  enqueue,
  bulk,
  trickle,
  memory,
};

async function enqueue({ jobs, callers }) {
  for (let i = 0; i < WARM_UP; i++) await queue.enqueue(payload(i));
  let next = 0;
  const caller = async () => {
    while (next < jobs) await queue.enqueue(payload(next++));
  };
  return timed(() => Promise.all(Array.from({ length: callers }, caller)));
}

function bulk({ jobs, chunk }) {
  return timed(async () => {
    for (let done = 0; done < jobs; done += chunk) {
      await queue.enqueueMany(Array.from({ length: Math.min(chunk, jobs - done) }, (_, i) => payload(done + i)));
    }
  });
}

/** Single jobs with a pause of about `gap` milliseconds, each with the instant at which its enqueue call began. */
async function trickle({ jobs, gap }) {
  for (let i = 0; i < jobs; i++) {
    await queue.enqueue(payload(i, monotonic()));
    await sleep(gap * (0.9 + 0.2 * Math.random()));
  }
}

/** Resident bytes as they are, and what is in use after a garbage collection. */
function memory() {
  const { rss } = process.memoryUsage();
  globalThis.gc?.();
  return { rss, heapUsed: process.memoryUsage().heapUsed };
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const start = monotonic();
  await work();
  return { ms: monotonic() - start, cpu: cpuSeconds(cpu) };
}

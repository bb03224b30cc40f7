import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic } from './numbers.mjs';

const LOOK_EVERY = 50;
const STUCK_AFTER = 120_000;

/**
 * Waits until the workers have started so many handlers, and sums up.
 * @throws Error if none of them starts one for two minutes.
 */
export async function startsOf(workers, jobs) {
  let before = 0;
  for (let moved = monotonic(); ; await sleep(LOOK_EVERY)) {
    const logs = await Promise.all(workers.map((worker) => worker.call('starts')));
    const count = sum(logs, 'count');
    if (count >= jobs) return { first: Math.min(...used(logs, 'first')), last: Math.max(...used(logs, 'last')), cpu: sum(logs, 'cpu') };
    if (count > before) moved = monotonic();
    else if (monotonic() - moved > STUCK_AFTER) throw new Error(`The workers stopped after ${count} of ${jobs} jobs.`);
    before = count;
  }
}

const sum = (logs, key) => logs.reduce((total, log) => total + log[key], 0);
const used = (logs, key) => logs.filter(({ count }) => count > 0).map((log) => log[key]);

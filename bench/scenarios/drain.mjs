import { startsOf } from '../starts-of.mjs';

/** All jobs are queued before the workers start; counted from the first to the last start of a handler. Handlers do nothing. */
export function drain({ concurrency, processes = 1 }) {
  return async (cell) => {
    const { jobs } = cell.options;
    await cell.fill(jobs);
    const { first, last, cpu } = await cell.working(processes, async (workers) => {
      await Promise.all(workers.map((worker) => worker.call('work', { concurrency })));
      return startsOf(workers, jobs);
    });
    const left = await cell.queue.remaining();
    if (left > 0) throw new Error(`${left} of ${jobs} jobs were left unfinished.`);
    return { rate: (jobs - 1) / ((last - first) / 1_000), cpu: (cpu / jobs) * 10_000 };
  };
}

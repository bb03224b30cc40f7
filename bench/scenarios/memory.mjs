import { startsOf } from '../starts-of.mjs';

const ROUND = 20_000;
const MEBIBYTE = 1_048_576;

/** Resident memory of one worker after few and after many jobs, which come in rounds. */
export function memory(cell) {
  const marks = cell.options.memory;
  return cell.producing((producer) =>
    cell.working(1, async ([worker]) => {
      await worker.call('work', { concurrency: 10 });
      const sizes = [];
      let done = 0;
      for (const mark of marks) {
        for (; done < mark; done = await round({ producer, worker, done, mark }));
        sizes.push(await worker.call('memory'));
      }
      const [first, last] = [sizes[0], sizes.at(-1)];
      return { rssFirst: first.rss / MEBIBYTE, rssLast: last.rss / MEBIBYTE, growth: last.rss / first.rss, heapLast: last.heapUsed / MEBIBYTE };
    }),
  );
}

async function round({ producer, worker, done, mark }) {
  const jobs = Math.min(ROUND, mark - done);
  await producer.call('bulk', { jobs, chunk: 1_000 });
  await startsOf([worker], done + jobs);
  return done + jobs;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../numbers.mjs';
import { startsOf } from '../starts-of.mjs';

const GAP = 100;
const SETTLE = 2_000;

/** From the start of the enqueue call in one process to the start of the handler in another that was idle. */
export function latency(cell) {
  const { samples } = cell.options;
  return cell.producing((producer) =>
    cell.working(1, async ([worker]) => {
      await worker.call('work', { concurrency: 10 });
      await sleep(SETTLE);
      await producer.call('trickle', { jobs: samples, gap: GAP });
      await startsOf([worker], samples);
      const latencies = await worker.call('latencies');
      return { p50: percentile(latencies, 50), p95: percentile(latencies, 95), p99: percentile(latencies, 99) };
    }),
  );
}

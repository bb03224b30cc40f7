import { setTimeout as sleep } from 'node:timers/promises';

const SETTLE = 5_000;

/** What a worker without jobs asks of its database, counted at the driver of its process. */
export function idle(cell) {
  const { seconds } = cell.options;
  return cell.working(1, async ([worker]) => {
    await worker.call('work', { concurrency: 10 });
    await sleep(Math.min(SETTLE, seconds * 1_000));
    await worker.call('countStatements');
    await sleep(seconds * 1_000);
    return { statements: (await worker.call('statementCount')) / seconds };
  });
}

const CALLERS = 10;

/** One job per call, several callers at the same time in one process. */
export function enqueue(cell) {
  const { jobs } = cell.options;
  return cell.producing(async (producer) => {
    const { ms, cpu } = await producer.call('enqueue', { jobs, callers: CALLERS });
    return { rate: jobs / (ms / 1_000), cpu: (cpu / jobs) * 10_000 };
  });
}

const CHUNK = 1_000;

/** One caller, `enqueueMany` with 1,000 jobs a call. */
export function bulk(cell) {
  const { jobs } = cell.options;
  return cell.producing(async (producer) => {
    await producer.call('bulk', { jobs: CHUNK, chunk: CHUNK });
    const { ms, cpu } = await producer.call('bulk', { jobs, chunk: CHUNK });
    return { rate: jobs / (ms / 1_000), cpu: (cpu / jobs) * 10_000 };
  });
}

/** A sentence where running handlers could hold every connection, so that heartbeats and completions would wait for them. */
export function poolAdvice(concurrency: number, poolSize: number): string[] {
  if (concurrency < poolSize) return [];
  return [
    `worker.concurrency is ${concurrency}, and the connection pool has ${poolSize}: handlers that use the database can starve heartbeats. ` +
      `Set the DataSource's poolSize above the concurrency.`,
  ];
}

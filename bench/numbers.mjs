/** Milliseconds on a clock that all processes of one machine share. */
export const monotonic = () => Number(process.hrtime.bigint()) / 1e6;

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** CPU seconds of this process since `from`, a process.cpuUsage(). */
export function cpuSeconds(from) {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

/** Short, and exact enough to compare: 12,345, 12.3 or 1.23. */
export function format(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** The median of the values, with their spread where there is one. */
export function spread(values) {
  const middle = format(median(values));
  return values.length === 1 ? middle : `${middle} (${format(Math.min(...values))}-${format(Math.max(...values))})`;
}

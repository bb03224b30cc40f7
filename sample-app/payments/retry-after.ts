/** Milliseconds to wait by a Retry-After header (seconds or a date); null where it is missing or unreadable. */
export function retryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}

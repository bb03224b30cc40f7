import type { NewJob } from '../../job-store.js';

/** Below the smallest default of max_allowed_packet (16 MiB), escapes included. */
const MOST_CHARACTERS = 2 * 1_048_576;

/** Jobs in groups that fit into one statement. */
export function chunksOf(jobs: readonly NewJob[], mostRows: number): NewJob[][] {
  const chunks: NewJob[][] = [];
  let size = Infinity;
  for (const job of jobs) {
    const last = chunks.at(-1);
    size += job.payloadJson.length;
    if (last && last.length < mostRows && size <= MOST_CHARACTERS) last.push(job);
    else [size] = [job.payloadJson.length, chunks.push([job])];
  }
  return chunks;
}

import type { NewJob } from '../../job-store.js';

/** Below every driver's limit of parameters (SQLite 32,766; PostgreSQL 65,535). */
const MOST_ROWS = 500;
/** Below the smallest default of max_allowed_packet (16 MiB), escapes included. */
const MOST_CHARACTERS = 2 * 1_048_576;

/** Jobs in groups that fit into one statement. */
export function chunksOf(jobs: readonly NewJob[]): NewJob[][] {
  const chunks: NewJob[][] = [];
  let size = Infinity;
  for (const job of jobs) {
    const last = chunks.at(-1);
    size += job.payload.length;
    if (last && last.length < MOST_ROWS && size <= MOST_CHARACTERS) last.push(job);
    else [size] = [job.payload.length, chunks.push([job])];
  }
  return chunks;
}

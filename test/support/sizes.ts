/**
 * Checks of many jobs, kills or rounds come in two sizes: a small one for every run, CI included, and the full one by hand with
 * `NTQ_HEAVY=1 npm test -- acceptance/processes`. Both check the same.
 */
export const heavy = process.env['NTQ_HEAVY'] === '1';

export function size(small: number, full: number): number {
  return heavy ? full : small;
}

/** Time limit in milliseconds of a test with such a check. */
export const HEAVY_TIMEOUT = size(120_000, 1_200_000);

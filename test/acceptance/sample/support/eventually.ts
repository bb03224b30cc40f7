import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST = 30_000;
const PAUSE = 25;

/** Asks until the answer is not null or undefined: for what another process does. @throws Error after 30 s. */
export async function eventually<T>(what: string, ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + LONGEST; Date.now() < end; await sleep(PAUSE)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
  }
  throw new Error(`Not within ${LONGEST} ms: ${what}`);
}

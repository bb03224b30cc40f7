import { setTimeout as sleep } from 'node:timers/promises';
import { isContention } from './database-failure.js';
import type { Deadline } from './deadline.js';

const TRIES = 6;
/** Milliseconds. */
const FIRST_PAUSE = 10;

/**
 * Runs again what only lost to a concurrent statement (deadlock, serialization, busy), a few times with a growing, random pause,
 * while the deadline lasts.
 * @param run is told whether it runs again
 */
export async function retryContention<T>(deadline: Deadline, run: (again: boolean) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run(tried > 1);
    } catch (error) {
      if (tried === TRIES || deadline.remaining === 0 || !isContention(error)) throw error;
      await sleep(Math.random() * FIRST_PAUSE * 2 ** tried);
    }
  }
}

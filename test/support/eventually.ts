import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE = 25;

/** Asks until the answer is true: for what another process or the database does. @throws Error naming what did not come about. */
export async function eventually(what: string, ask: () => boolean | Promise<boolean>, within = 30_000): Promise<void> {
  for (const end = performance.now() + within; performance.now() < end; await sleep(PAUSE)) if (await ask()) return;
  throw new Error(`Not within ${within} ms: ${what}.`);
}

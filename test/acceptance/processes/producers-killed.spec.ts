import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildHandle } from '../../support/child-handle.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { HEAVY_TIMEOUT, size } from '../../support/sizes.js';
import type { Deployment } from './support/deployment.js';
import { deployments } from './support/deployments.js';
import { Producer } from './support/producer.js';

const PRODUCERS = 4;
const ROUNDS = size(1, 5);
const SIZE = 1_000;

describe('producers are killed in the middle of enqueueMany', () => {
  eachDatabase((db) => {
    const open = deployments(db);

    it(
      `R2.4: of each call all ${SIZE} jobs are stored or none, and all of those that were acknowledged`,
      async () => {
        const deployment = await open();
        for (let round = 0; round < ROUNDS; round++) {
          const producers = await Producer.startMany(PRODUCERS, deployment.database);
          const acknowledged = (await Promise.all(producers.map(killedAtWork))).flat();
          const stored = await storedCalls(deployment);
          expect([...stored.values()].filter((count) => count !== SIZE)).toEqual([]);
          expect(acknowledged.filter((call) => !stored.has(call))).toEqual([]);
          expect(acknowledged.length).toBeGreaterThanOrEqual(PRODUCERS);
        }
      },
      HEAVY_TIMEOUT,
    );
  });
});

/** Kills the producer at any moment of a call that is not its first; the calls that it was told are stored. */
async function killedAtWork({ child }: Producer): Promise<string[]> {
  const began = performance.now();
  await child.send({ do: 'bulk', size: SIZE });
  const acknowledged: string[] = [];
  const collected = collect(child, acknowledged);
  await eventually('the first call is acknowledged', () => acknowledged.length > 0);
  await sleep(Math.random() * (performance.now() - began));
  await child.kill();
  await collected;
  return acknowledged;
}

/** Until the process is gone. */
async function collect(child: ChildHandle, calls: string[]): Promise<void> {
  try {
    for (;;) calls.push(`${child.pid} ${(await child.message<{ call: number }>()).call}`);
  } catch (error) {
    expect(String(error)).toContain('The process ended');
  }
}

async function storedCalls(deployment: Deployment): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { payload } of await deployment.rows()) {
    const { producer, call } = payload as { producer: number; call: number };
    counts.set(`${producer} ${call}`, (counts.get(`${producer} ${call}`) ?? 0) + 1);
  }
  return counts;
}

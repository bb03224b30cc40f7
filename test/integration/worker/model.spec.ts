import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { FailJob, fixed, RetryJob, SnoozeJob } from '../../../lib/index.js';
import { eventually } from '../../support/eventually.js';
import { BY_HAND, startQueueApp, type QueueApp } from '../../support/queue-app.js';
import { sqliteDatabase } from '../../support/sqlite-database.js';
import { handlerOf, Held } from '../support/handlers.js';

const STEPS = ['return', 'throw', 'fail', 'retry', 'snooze', 'put-off', 'timeout'] as const;
type Step = (typeof STEPS)[number];

/** What a job's handler does in each execution (the last step repeats), and the retries that it has. */
interface Script {
  readonly steps: readonly Step[];
  readonly maxRetries: number;
}

interface End {
  readonly status: 'completed' | 'failed' | 'pending';
  readonly executions: number;
  readonly retryCount: number;
}

/** The rules in plain words: failures count and use up retries, snoozes do not, and what is put off far waits. */
function model({ steps, maxRetries }: Script): End {
  for (let executions = 1, retryCount = 0; ; executions++) {
    const step = stepOf(steps, executions);
    if (step === 'return') return { status: 'completed', executions, retryCount };
    if (step === 'put-off') return { status: 'pending', executions, retryCount };
    if (step === 'snooze') continue;
    if (step === 'fail' || retryCount === maxRetries) return { status: 'failed', executions, retryCount };
    retryCount++;
  }
}

function stepOf(steps: readonly Step[], execution: number): Step {
  return steps[Math.min(execution, steps.length) - 1] ?? 'return';
}

const DOES: Record<Step, (signal: AbortSignal) => unknown> = {
  return: () => 'done',
  throw: () => Promise.reject(new Error('broken')),
  fail: () => Promise.reject(new FailJob('no')),
  retry: () => Promise.reject(new RetryJob({ after: 0 })),
  snooze: () => Promise.reject(new SnoozeJob({ after: 0 })),
  'put-off': () => Promise.reject(new SnoozeJob({ after: '1d' })),
  timeout: (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
};

const script = fc.record({
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 5 }).filter((steps) => steps.at(-1) !== 'snooze'),
  maxRetries: fc.nat({ max: 3 }),
});

async function run(
  queue: QueueApp,
  held: Held,
  { scripts, executions }: { scripts: readonly Script[]; executions: Map<string, number> },
): Promise<void> {
  const made = await queue.jobs.enqueueMany(scripts.map(({ steps, maxRetries }) => ({ type: 'scripted', payload: { steps }, maxRetries })));
  const idle = async () => (await queue.jobs.counts()).every(({ pending, delayed, running }) => running === 0 && pending === delayed);
  await eventually('all are final or put off', async () => (await queue.worker?.runOnce(), idle()));
  for (const [index, { job }] of made.entries()) {
    const { status, retryCount } = (await queue.jobs.find(job.id)) ?? {};
    expect({ status, retryCount, executions: executions.get(job.id) }).toEqual(model(scripts[index] as Script));
  }
  await queue.jobs.enqueueMany(Array.from({ length: CONCURRENCY }, () => ({ type: 'held' })));
  const attempts = [];
  for (let slot = 0; slot < CONCURRENCY; slot++) attempts.push(await held.next());
  for (const { end } of attempts) end();
  await queue.worker?.runOnce();
}

const CONCURRENCY = 4;

describe('R3.5, R3.6, R3.12 whatever handlers do', () => {
  it('each job ends, and ran as often, as a plain model says; and all slots are free again', async () => {
    const database = await sqliteDatabase().create();
    const executions = new Map<string, number>();
    const scripted = handlerOf(
      'scripted',
      (payload, { id, signal }) => {
        const execution = (executions.get(id) ?? 0) + 1;
        executions.set(id, execution);
        return DOES[stepOf((payload as Script).steps, execution)](signal);
      },
      { timeout: 60, backoff: fixed(0) },
    );
    const held = new Held('held');
    const queue = await startQueueApp({
      database: database.options,
      handlers: [scripted, held.handler],
      queue: { worker: { ...BY_HAND, concurrency: CONCURRENCY } },
    });
    const property = fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 8 }), (scripts) => run(queue, held, { scripts, executions }));
    await fc.assert(property, { numRuns: 12 });
    await queue.close();
    await database.drop();
  });
});

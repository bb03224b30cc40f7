import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DatabaseError } from '../../../lib/errors/database.error.js';
import { SweepTask } from '../../../lib/queue.worker-providers.js';
import { JOB_STORE, type JobStore } from '../../../lib/store/job-store.js';
import { eventually } from '../../support/eventually.js';
import type { QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const METHODS = ['insert', 'find', 'promote', 'claim', 'releaseClaims', 'renewLeases', 'settle', 'settleAndClaim', 'rescue'] as const;

/** Every query rejects at once until the database is back; how often each was tried. */
function takeAway({ app }: QueueApp) {
  const store = app.get<JobStore>(JOB_STORE, { strict: false });
  const tries = new Map<string, number>();
  const spies = METHODS.map((method) =>
    jest.spyOn(store, method).mockImplementation(async () => {
      tries.set(method, (tries.get(method) ?? 0) + 1);
      return Promise.reject(new DatabaseError('57P03', true));
    }),
  );
  return { tries, back: () => spies.forEach((spy) => spy.mockRestore()) };
}

describe('a database whose every query fails at once', () => {
  const start = queueStarter();
  afterEach(() => void jest.restoreAllMocks());

  it('A-CR-3: passes are few, the log is short, and work goes on when it is back', async () => {
    const queue = await start({
      handlers: [handlerOf('work', () => 'done')],
      queue: { worker: { pollInterval: 10, sweepInterval: 10 } },
    });
    const { job } = await queue.jobs.enqueue('work', {}, { delay: 500 });
    const { tries, back } = takeAway(queue);
    const begun = performance.now();
    await eventually('three seconds have gone by', () => performance.now() - begun > 3_000);
    for (const method of ['promote', 'rescue']) {
      expect(tries.get(method)).toBeGreaterThanOrEqual(3);
      expect(tries.get(method)).toBeLessThanOrEqual(12);
    }
    expect(queue.logger.texts('warn').filter((text) => text.includes('claim'))).toHaveLength(1);
    expect(queue.logger.texts('warn').filter((text) => text.includes('sweep'))).toHaveLength(1);
    expect(queue.logger.texts('error')).toEqual([]);
    back();
    await eventually('the job is completed', async () => (await queue.jobs.find(job.id))?.status === 'completed');
  });

  it('A-ST-9: a sweep that fails once is followed by one that works, and health checks see it', async () => {
    const queue = await start({ queue: { worker: { pollInterval: '1h', sweepInterval: 20 } } });
    const sweeps = queue.app.get(SweepTask, { strict: false });
    await eventually('the first sweep', () => sweeps.lastSuccess !== null);
    const before = sweeps.lastSuccess as Date;
    const rescue = jest
      .spyOn(queue.app.get<JobStore>(JOB_STORE, { strict: false }), 'rescue')
      .mockRejectedValueOnce(new DatabaseError('ECONNRESET', true));
    await eventually('a sweep after the failed one', () => rescue.mock.calls.length >= 2);
    await sweeps.idle();
    expect((sweeps.lastSuccess as Date).getTime()).toBeGreaterThan(before.getTime());
    expect(queue.logger.texts('warn').filter((text) => text.includes('sweep'))).toHaveLength(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EnqueuedSignal } from '../../../lib/signals/enqueued-signal.js';
import { eachWithoutLeaks } from '../../support/leaks.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const EVENTS = ['SIGTERM', 'SIGINT', 'exit', 'beforeExit', 'uncaughtException', 'unhandledRejection'] as const;
const listeners = () => EVENTS.map((event) => process.listenerCount(event));

describe('an idle queue', () => {
  const warned = jest.fn<(warning: Error) => void>();
  beforeEach(() => void process.on('warning', warned));
  afterEach(() => {
    process.off('warning', warned);
    warned.mockClear();
  });

  eachWithoutLeaks(() => {
    const start = queueStarter();

    it('A-LE-5: closes in less than a second, and a second time at once', async () => {
      const queue = await start({ handlers: [handlerOf('work', () => null)] });
      const begun = performance.now();
      await queue.close();
      expect(performance.now() - begun).toBeLessThan(1_000);
      await queue.close();
      expect(queue.dataSource.isInitialized).toBe(false);
    });

    it('A-LE-5: closes when it is told to twice at the same time', async () => {
      const queue = await start({ handlers: [handlerOf('work', () => null)] });
      await Promise.all([queue.close(), queue.close()]);
      expect(queue.dataSource.isInitialized).toBe(false);
    });

    it('A-LE-2: 1,000 passes leave no listener on the process, on the signals of handlers or on that of enqueues', async () => {
      const before = listeners();
      const signals: AbortSignal[] = [];
      const queue = await start({ handlers: [handlerOf('work', (_payload, { signal }) => signals.push(signal))], queue: { worker: BY_HAND } });
      const subscribe = jest.spyOn(queue.app.get(EnqueuedSignal, { strict: false }), 'subscribe');
      await queue.jobs.enqueueMany(Array.from({ length: 20 }, () => ({ type: 'work' })));
      for (let pass = 0; pass < 1_000; pass++) await queue.worker?.runOnce();
      expect(signals).toHaveLength(20);
      expect(signals.some(({ aborted }) => aborted)).toBe(false);
      expect(subscribe).not.toHaveBeenCalled();
      expect(listeners()).toEqual(before);
      expect(warned.mock.calls.filter(([{ name }]) => name === 'MaxListenersExceededWarning')).toEqual([]);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Notifier } from '../../../lib/signals/notifier.js';

const GAP = 5;

function heldNotifier() {
  const ends: (() => void)[] = [];
  const send = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const end = async () => {
    ends.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { notifier: new Notifier(send), send, end };
}

describe('R7.5 Notifier', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('sends at once, and one more for all that is asked for while one is under way', async () => {
    const { notifier, send, end } = heldNotifier();
    for (let times = 0; times < 100; times++) notifier.notify();
    expect(send).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    for (let times = 0; times < 100; times++) notifier.notify();
    expect(send).toHaveBeenCalledTimes(1);
    await end();
    expect(send).toHaveBeenCalledTimes(2);
    await end();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('sends one in a few milliseconds, however fast they go', async () => {
    const send = jest.fn(async () => undefined);
    const notifier = new Notifier(send);
    for (let ms = 0; ms < 100; ms++) {
      notifier.notify();
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(send).toHaveBeenCalledTimes(1 + 100 / GAP);
  });

  it('sends at once again after a rest', async () => {
    const { notifier, send, end } = heldNotifier();
    notifier.notify();
    await end();
    await jest.advanceTimersByTimeAsync(GAP);
    notifier.notify();
    expect(send).toHaveBeenCalledTimes(2);
    expect(jest.getTimerCount()).toBe(1);
  });

  it('closed, it sends what was asked for before, and nothing more', async () => {
    const { notifier, send, end } = heldNotifier();
    const closed = jest.fn();
    notifier.notify();
    notifier.notify();
    void notifier.close().then(closed);
    notifier.notify();
    await end();
    await jest.advanceTimersByTimeAsync(GAP);
    expect([send.mock.calls.length, closed.mock.calls.length]).toEqual([2, 0]);
    await end();
    await jest.advanceTimersByTimeAsync(GAP);
    expect([send.mock.calls.length, closed.mock.calls.length]).toEqual([2, 1]);
    notifier.notify();
    expect(send).toHaveBeenCalledTimes(2);
  });
});

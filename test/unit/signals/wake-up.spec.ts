import { describe, expect, it, jest } from '@jest/globals';
import { DatabaseError } from '../../../lib/errors/database.error.js';
import { EnqueuedSignal } from '../../../lib/signals/enqueued-signal.js';
import { WakeUp } from '../../../lib/signals/wake-up.js';
import type { WakeUpChannel } from '../../../lib/store/wake-up-channel.js';

function wakeUpOn({ absent = false } = {}) {
  const channel = {
    live: false,
    notify: jest.fn(async () => undefined),
    listen: jest.fn((_onWake: () => void) => undefined),
    close: jest.fn(async () => undefined),
  };
  const signal = new EnqueuedSignal();
  const warn = jest.fn();
  const open = jest.fn((): WakeUpChannel | null => (absent ? null : channel));
  return { wakeUp: new WakeUp(signal, open, warn), signal, channel, open, warn };
}

describe('R7.5 WakeUp', () => {
  it('opens its channel at first use, once', () => {
    const { wakeUp, signal, open } = wakeUpOn();
    expect([wakeUp.live, open.mock.calls.length]).toEqual([false, 0]);
    signal.emit();
    wakeUp.listen(() => undefined);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('sends what was committed here, and never what comes from elsewhere', () => {
    const { wakeUp, signal, channel } = wakeUpOn();
    const woken = jest.fn();
    wakeUp.listen(woken);
    channel.listen.mock.lastCall?.[0]();
    expect([woken.mock.calls.length, channel.notify.mock.calls.length]).toEqual([1, 0]);
    signal.emit();
    expect([woken.mock.calls.length, channel.notify.mock.calls.length]).toEqual([1, 1]);
  });

  it('warns of what could not be sent: the enqueue that asked for it does not see it', async () => {
    const { wakeUp, signal, channel, warn } = wakeUpOn();
    channel.notify.mockRejectedValueOnce(new DatabaseError('ECONNREFUSED', true));
    signal.emit();
    await wakeUp.close();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('ECONNREFUSED')]]);
  });

  it('is live as its channel is', () => {
    const { wakeUp, channel } = wakeUpOn();
    wakeUp.listen(() => undefined);
    channel.live = true;
    expect(wakeUp.live).toBe(true);
  });

  it('closed, it sends nothing and has closed its channel', async () => {
    const { wakeUp, signal, channel } = wakeUpOn();
    wakeUp.listen(() => undefined);
    await wakeUp.close();
    signal.emit();
    expect([channel.close.mock.calls.length, channel.notify.mock.calls.length]).toEqual([1, 0]);
  });

  it('does nothing where the database has no channel', async () => {
    const { wakeUp, signal, open } = wakeUpOn({ absent: true });
    for (let times = 0; times < 3; times++) signal.emit();
    wakeUp.listen(() => undefined);
    await wakeUp.close();
    expect([open.mock.calls.length, wakeUp.live]).toEqual([1, false]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { within } from '../../../lib/scheduling/within.js';

const never = new Promise<void>(() => undefined);

describe('within', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells whether a promise was in time, and leaves no timer', async () => {
    expect(await within(1_000, Promise.resolve())).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits no longer than it is told', async () => {
    const inTime = within(1_000, never);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await inTime).toBe(false);
  });

  it('does not wait when no time is left', async () => {
    const inTime = within(-5, never);
    await jest.advanceTimersByTimeAsync(0);
    expect(await inTime).toBe(false);
  });

  it('passes a rejection on and leaves no timer', async () => {
    await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { retryAfter } from '../../../sample-app/payments/retry-after.js';

describe('the Retry-After header of the payment gateway', () => {
  const now = Date.UTC(2030, 0, 1, 12);

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Tue, 01 Jan 2030 12:05:00 GMT', 300_000],
    ['Tue, 01 Jan 2030 11:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%s means %s ms', (header, milliseconds) => {
    expect(retryAfter(header, now)).toBe(milliseconds);
  });
});

import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { newWorkerId } from '../../../lib/worker/worker-id.js';

describe('A-ST-2 worker id', () => {
  it('differs at each start, also of the same host and process', () => {
    expect(new Set(Array.from({ length: 1_000 }, newWorkerId)).size).toBe(1_000);
  });

  it('R3.4: names host and process', () => {
    expect(newWorkerId().startsWith(`${hostname()}:${process.pid}:`)).toBe(true);
  });
});

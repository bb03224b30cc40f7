import { describe, expect, it } from '@jest/globals';
import { ThrottledLog } from '../../../lib/scheduling/throttled-log.js';

const PERIOD = 30_000;

function logAt() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const log = new ThrottledLog({ warn: (text: string) => void lines.push(text) }, () => clock.now);
  return { log, lines, clock };
}

describe('A-CR-3 ThrottledLog', () => {
  it('says the same thing once in 30 s', () => {
    const { log, lines, clock } = logAt();
    for (clock.now = 0; clock.now < PERIOD; clock.now += 1_000) log.warn('away');
    expect(lines).toEqual(['away']);
    log.warn('away');
    expect(lines).toEqual(['away', 'away (and 29 times more since the last line)']);
  });

  it('counts anew after each line', () => {
    const { log, lines, clock } = logAt();
    log.warn('away');
    log.warn('away');
    clock.now = PERIOD;
    log.warn('away');
    clock.now = 2 * PERIOD;
    log.warn('away');
    expect(lines).toEqual(['away', 'away (and 1 times more since the last line)', 'away']);
  });

  it('lets other messages through', () => {
    const { log, lines } = logAt();
    for (const text of ['away', 'full', 'away', 'full']) log.warn(text);
    expect(lines).toEqual(['away', 'full']);
  });
});

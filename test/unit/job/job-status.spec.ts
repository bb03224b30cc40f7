import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { assertTransition, canTransition, JOB_STATUSES, TRANSITIONS, type JobStatus } from '../../../lib/job/job-status.js';

/** R1.2, word for word. */
const ALLOWED = [
  'pending > running',
  'running > completed',
  'running > failed',
  'running > pending',
  'running > cancel_requested',
  'cancel_requested > cancelled',
  'cancel_requested > completed',
  'cancel_requested > failed',
  'pending > cancelled',
  'pending > failed',
];
const isFinal = (status: JobStatus) => TRANSITIONS[status].length === 0;
const status = fc.constantFrom(...JOB_STATUSES);

describe('the state machine', () => {
  const pairs = JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const));

  const isAllowed = ([from, to]: readonly [JobStatus, JobStatus]) => ALLOWED.includes(`${from} > ${to}`);

  it.each(pairs.filter(isAllowed))('R1.2: %s to %s is allowed', (from, to) => {
    expect(canTransition(from, to)).toBe(true);
    expect(() => assertTransition(from, to, 'some-id')).not.toThrow();
  });

  it.each(pairs.filter((pair) => !isAllowed(pair)))('R1.2: %s to %s is refused by a typed error', (from, to) => {
    expect(canTransition(from, to)).toBe(false);
    const refused = { code: 'TRANSITION_REFUSED', from, to, jobId: 'some-id' };
    expect(() => assertTransition(from, to, 'some-id')).toThrow(expect.objectContaining(refused));
  });

  it('R1.2: exactly completed, failed and cancelled are final', () => {
    expect(JOB_STATUSES.filter(isFinal)).toEqual(['completed', 'failed', 'cancelled']);
  });

  it('R1.2: no walk leaves a final state, and every state can reach one (property)', () => {
    fc.assert(
      fc.property(fc.array(status), (wishes) => {
        const walk = wishes.reduce<JobStatus[]>((path, to) => (canTransition(path.at(-1) as JobStatus, to) ? [...path, to] : path), ['pending']);
        expect(walk.findIndex(isFinal)).toBe(walk.some(isFinal) ? walk.length - 1 : -1);
      }),
    );
    const reaches = (from: JobStatus): boolean => TRANSITIONS[from].some(isFinal);
    expect(JOB_STATUSES.filter((from) => !isFinal(from) && !reaches(from))).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/job/backoff.js';
import { FailJob, isDecision, RetryJob, SnoozeJob } from '../../../lib/job/control-flow.js';
import { historyOf, type PastAttempt } from '../../../lib/job/job-event.js';
import type { Job } from '../../../lib/job/job.js';
import { outcomeOfShutdown, outcomeOfThrow, outcomeOfTimeout } from '../../../lib/job/outcome.js';

const policy = { backoff: fixed('7s') };

describe('outcomes', () => {
  it('R3.5: what a handler throws decides: policy, own delay, no retry, or no count', () => {
    expect(outcomeOfThrow(new Error('busy'), 1, policy)).toMatchObject({
      kind: 'retry',
      delay: 7_000,
      error: expect.stringContaining('busy'),
      errorCode: null,
    });
    expect(outcomeOfThrow(new RetryJob({ after: '5m', message: '429' }), 1, policy)).toMatchObject({
      kind: 'retry',
      delay: 300_000,
      error: expect.stringContaining('429'),
    });
    expect(outcomeOfThrow(new FailJob('declined'), 1, policy)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('declined'),
      errorCode: null,
    });
    expect(outcomeOfThrow(new SnoozeJob({ after: '1h' }), 1, policy)).toEqual({ kind: 'snoozed', delay: 3_600_000 });
  });

  it('R3.5: the policy is asked with the attempt and the error', () => {
    const error = new Error('x');
    const asked: unknown[] = [];
    outcomeOfThrow(error, 4, { backoff: (failed) => asked.push(failed) });
    expect(asked).toEqual([{ attempt: 4, error }]);
  });

  it('decisions of another copy of the package are recognised, other things with a flow are not', () => {
    expect(isDecision(Object.assign(new Error('other copy'), { flow: 'fail' }))).toBe(true);
    for (const thrown of [null, undefined, 'fail', { flow: 'fail' }, Object.assign(new Error('x'), { flow: 'stop' })])
      expect(isDecision(thrown)).toBe(false);
  });

  it.each([-1, NaN, Infinity])('RetryJob and SnoozeJob refuse %p by name', (after) => {
    for (const make of [() => new RetryJob({ after }), () => new SnoozeJob({ after })]) {
      expect(make).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', field: 'after' }));
    }
  });

  it('R3.6: a timeout is a retry by the policy, with its own code', () => {
    expect(outcomeOfTimeout(200, 1, policy)).toEqual({ kind: 'retry', delay: 7_000, error: expect.stringContaining('200 ms'), errorCode: 'TIMEOUT' });
  });

  it('R3.8: a shutdown gives back what may run again, and fails what may not', () => {
    expect(outcomeOfShutdown(true)).toEqual({ kind: 'released' });
    expect(outcomeOfShutdown(false)).toMatchObject({ kind: 'failed', errorCode: 'INTERRUPTED' });
  });
});

describe('history', () => {
  const at = (n: number) => new Date(n);
  const job = {
    createdAt: at(1),
    retryCount: 1,
    workerId: 'b',
    claimedAt: at(5),
    finishedAt: at(6),
    status: 'failed',
    error: 'end',
    errorCode: 'TIMEOUT',
  } as Job;
  const past: PastAttempt = {
    event: 'retried',
    at: at(3),
    attempt: 1,
    workerId: 'a',
    claimedAt: at(2),
    runAt: at(4),
    error: 'first',
    errorCode: null,
  };

  it('R1.3: puts the attempts that did not end the job between its own beginning and end', () => {
    expect(
      historyOf(job, [past]).map(({ event, at: instant, attempt, workerId, error }) => [event, instant.getTime(), attempt, workerId, error]),
    ).toEqual([
      ['enqueued', 1, 1, null, null],
      ['claimed', 2, 1, 'a', null],
      ['retried', 3, 1, 'a', 'first'],
      ['claimed', 5, 2, 'b', null],
      ['failed', 6, 2, 'b', 'end'],
    ]);
  });

  it('R1.3: a job that waits has neither claim nor end', () => {
    const waiting = { ...job, status: 'pending', claimedAt: null, workerId: null, finishedAt: null } as Job;
    expect(historyOf(waiting, []).map(({ event }) => event)).toEqual(['enqueued']);
  });
});

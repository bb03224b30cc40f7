import { beforeEach, describe, expect, it } from '@jest/globals';
import { JOB_STATUSES, type JobStatus } from '../../lib/job/job-status.js';
import type { Outcome } from '../../lib/job/outcome.js';
import type { ClaimedJob } from '../../lib/store/job-store.js';
import { claimRequest } from '../support/claim-statement.js';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, FAILED, queueDatabase, RELEASED, RETRY, SNOOZED, type QueueDatabase } from '../support/queue-database.js';

type Act = (queue: QueueDatabase, job: ClaimedJob) => Promise<unknown>;

/** Settles as the worker's loop does: together with a claim, here of nothing. */
const inTurn =
  (outcome: Outcome): Act =>
  (queue, claimed) =>
    queue.store.settleAndClaim([{ claimed, outcome }], claimRequest(['none']));

/** What may be done to a job, and the states it leads from and to. In all others it is refused. */
const ACTS: Record<string, { act: Act; leads: Partial<Record<JobStatus, JobStatus>> }> = {
  claim: { act: (queue, { job }) => queue.claim(job.type), leads: { pending: 'running' } },
  complete: { act: (queue, job) => queue.settle(job, COMPLETED), leads: { running: 'completed', cancel_requested: 'completed' } },
  fail: { act: (queue, job) => queue.settle(job, FAILED), leads: { running: 'failed', cancel_requested: 'failed' } },
  retry: { act: (queue, job) => queue.settle(job, RETRY), leads: { running: 'pending', cancel_requested: 'failed' } },
  snooze: { act: (queue, job) => queue.settle(job, SNOOZED), leads: { running: 'pending', cancel_requested: 'failed' } },
  release: { act: (queue, job) => queue.settle(job, RELEASED), leads: { running: 'pending', cancel_requested: 'failed' } },
  'complete in a turn': { act: inTurn(COMPLETED), leads: { running: 'completed', cancel_requested: 'completed' } },
  'fail in a turn': { act: inTurn(FAILED), leads: { running: 'failed', cancel_requested: 'failed' } },
  'retry in a turn': { act: inTurn(RETRY), leads: { running: 'pending', cancel_requested: 'failed' } },
  releaseClaims: { act: (queue, { leaseToken }) => queue.store.releaseClaims([leaseToken]), leads: { running: 'pending' } },
  rescue: {
    act: async (queue, { job }) => {
      await queue.expire(job.id);
      return queue.store.rescue(100);
    },
    leads: { running: 'pending', cancel_requested: 'failed' },
  },
  promote: { act: (queue) => queue.store.promote(100), leads: { pending: 'pending' } },
  reschedule: { act: (queue, { job }) => queue.store.reschedule(job.id, { delay: 0 }), leads: { pending: 'pending' } },
};

/** Puts a claimed job into a state, its lease token kept: the state alone must refuse. */
async function bring(queue: QueueDatabase, { job }: ClaimedJob, status: JobStatus): Promise<void> {
  if (status === 'pending') await queue.change(job.id, { status, claimRank: 0, leaseExpiresAt: null });
  else if (status === 'running' || status === 'cancel_requested') await queue.change(job.id, { status });
  else await queue.change(job.id, { status, finishedAt: Date.now(), leaseExpiresAt: null, error: 'as it was' });
}

describe('transitions', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);
    let job: ClaimedJob;
    beforeEach(async () => {
      job = await queue.claimNew({ maxRetries: 3 });
    });

    for (const [name, { act, leads }] of Object.entries(ACTS)) {
      for (const from of JOB_STATUSES) {
        const to = leads[from];
        if (to !== undefined) {
          it(`R1.2: ${name} leads from ${from} to ${to}`, async () => {
            await bring(queue, job, from);
            await act(queue, job);
            expect(await queue.jobs.find(job.job.id)).toMatchObject({ status: to });
          });
        } else {
          it(`R1.2: ${name} is refused in ${from} and changes nothing`, async () => {
            await bring(queue, job, from);
            const { leaseExpiresAt: _, ...before } = await queue.row(job.job.id);
            await act(queue, job);
            expect(await queue.row(job.job.id)).toMatchObject(before);
            expect(await queue.store.history(job.job.id)).toEqual([]);
          });
        }
      }
    }

    it.each(['running', 'cancel_requested', 'completed', 'failed', 'cancelled'] as const)(
      'R1.2: JobService.reschedule() of a job that is %s throws a typed error',
      async (status) => {
        await bring(queue, job, status);
        await expect(queue.jobs.reschedule(job.job.id, { delay: 0 })).rejects.toMatchObject({
          code: 'TRANSITION_REFUSED',
          from: status,
          to: 'pending',
        });
      },
    );

    it('R1.2: a settlement that is refused is told as null', async () => {
      await queue.settle(job, COMPLETED);
      for (const outcome of [COMPLETED, FAILED, RETRY, SNOOZED, RELEASED]) expect(await queue.settle(job, outcome)).toBeNull();
    });
  });
});

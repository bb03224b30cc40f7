import { describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { COMPLETED, FAILED, queueDatabase, RELEASED, RETRY, SNOOZED } from '../support/queue-database.js';

describe('rescue', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('R3.7: a job whose lease ran out is pending again with one retry more, and says why', async () => {
      const { job } = await queue.claimNew({ maxRetries: 1 });
      await queue.expire(job.id);
      expect(await queue.store.rescue(100)).toEqual([{ id: job.id, type: job.type, workerId: 'tester', status: 'pending' }]);
      expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'pending', retryCount: 1, errorCode: 'WORKER_LOST', workerId: null });
      expect((await queue.claimOne(job.type)).job.id).toBe(job.id);
    });

    it('R3.7: a live lease is not touched', async () => {
      const { job } = await queue.claimNew();
      const before = await queue.row(job.id);
      expect(await queue.store.rescue(100)).toEqual([]);
      expect(await queue.row(job.id)).toEqual(before);
    });

    it('R3.7: with no retry left the job is failed, not pending', async () => {
      const { job } = await queue.claimNew({ maxRetries: 2 });
      await queue.change(job.id, { retryCount: 2, leaseExpiresAt: 1 });
      expect(await queue.store.rescue(100)).toMatchObject([{ id: job.id, status: 'failed' }]);
      expect(await queue.jobs.find(job.id)).toMatchObject({
        status: 'failed',
        retryCount: 2,
        errorCode: 'WORKER_LOST',
        finishedAt: expect.any(Date),
      });
    });

    it('R1.5: max_retries 0 is failed for review', async () => {
      const { job } = await queue.claimNew({ maxRetries: 0 });
      await queue.expire(job.id);
      expect(await queue.store.rescue(100)).toMatchObject([{ id: job.id, status: 'failed' }]);
    });

    it('R1.5: the policy `fail` of the claim holds, whoever sweeps', async () => {
      const type = 'fails-when-lost';
      await queue.jobs.enqueue(type, {}, { maxRetries: 5 });
      const { job } = await queue.claimOne(type, { failWhenLost: [type] });
      await queue.expire(job.id);
      expect(await queue.store.rescue(100)).toMatchObject([{ id: job.id, status: 'failed' }]);
    });

    it('R4.4: a lost worker leaves a cancel_requested job failed, WORKER_LOST', async () => {
      const { job } = await queue.claimNew({ maxRetries: 5 });
      await queue.change(job.id, { status: 'cancel_requested', leaseExpiresAt: 1 });
      expect(await queue.store.rescue(100)).toMatchObject([{ id: job.id, status: 'failed' }]);
      expect(await queue.jobs.find(job.id)).toMatchObject({ errorCode: 'WORKER_LOST' });
    });

    it('treats at most `limit` jobs in one call', async () => {
      for (let made = 0; made < 3; made++) await queue.expire((await queue.claimNew()).job.id);
      const counts = [await queue.store.rescue(2), await queue.store.rescue(2), await queue.store.rescue(2)].map(({ length }) => length);
      expect(counts).toEqual([2, 1, 0]);
    });

    it('R3.7: a worker back from the dead can no longer renew, complete, fail or put back what another holds', async () => {
      const old = await queue.claimNew({ maxRetries: 3 });
      await queue.expire(old.job.id);
      await queue.store.rescue(100);
      const now = await queue.claimOne(old.job.type, { workerId: 'second' });
      const before = await queue.row(old.job.id);
      expect(await queue.store.renewLeases([{ id: old.job.id, leaseToken: old.leaseToken }], 60_000)).toEqual([]);
      for (const outcome of [COMPLETED, FAILED, RETRY, SNOOZED, RELEASED]) expect(await queue.settle(old, outcome)).toBeNull();
      expect(await queue.row(old.job.id)).toEqual(before);
      expect(await queue.settle(now, COMPLETED)).toBe('completed');
    });

    it('R3.6: a heartbeat extends exactly the leases that are held, each by its own token', async () => {
      const [one, other] = [await queue.claimNew(), await queue.claimNew()];
      await queue.expire(one.job.id);
      await queue.expire(other.job.id);
      const leases = [
        { id: one.job.id, leaseToken: one.leaseToken },
        { id: other.job.id, leaseToken: one.leaseToken },
      ];
      expect(await queue.store.renewLeases(leases, 60_000)).toEqual([leases[0]]);
      expect(await queue.store.rescue(100)).toMatchObject([{ id: other.job.id }]);
      expect((await queue.row(one.job.id)).leaseExpiresAt).toBeGreaterThan(Date.now());
    });
  });
});

describe('A-WS-2 the race of settling against rescue', () => {
  eachDatabase((db) => {
    const queue = queueDatabase(db);

    it('has exactly one winner in each of 100 rounds, and one end', async () => {
      const won = { settled: 0, rescued: 0 };
      for (let round = 0; round < 100; round++) {
        const claimed = await queue.claimNew({ maxRetries: 0 });
        await queue.expire(claimed.job.id);
        const settle = () => queue.settle(claimed, COMPLETED);
        const rescue = () => queue.store.rescue(100);
        const [settled, rescued] = round % 2 ? await Promise.all([settle(), rescue()]) : (await Promise.all([rescue(), settle()])).toReversed();
        const job = await queue.jobs.find(claimed.job.id);
        const ends = (await queue.jobs.history(claimed.job.id)).filter(({ event }) => event === 'completed' || event === 'failed');
        expect(ends).toHaveLength(1);
        const bySettle = settled === 'completed';
        expect([bySettle, (rescued as unknown[]).length === 1, job?.status]).toEqual([bySettle, !bySettle, bySettle ? 'completed' : 'failed']);
        won[bySettle ? 'settled' : 'rescued']++;
      }
      expect(won.settled + won.rescued).toBe(100);
    });
  });
});

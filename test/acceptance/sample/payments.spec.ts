import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { startQueueApp, type QueueApp } from '../../support/queue-app.js';
import { eventually } from './support/eventually.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';
import { Sample } from './support/sample.js';

const MINUTE = 60_000;

describe('the sample app takes payments', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    let sample: Sample;
    /** A second process's view of the same table. */
    let observer: QueueApp;
    beforeAll(async () => {
      home = await sampleHome(db);
      sample = await Sample.start(home);
      observer = await startQueueApp({ database: home.database, queue: { worker: false } });
    });
    afterAll(async () => {
      await observer.close();
      await sample.stop();
      await home.drop();
    });

    const pay = async (path: string, card: string): Promise<string> => {
      const { status, body } = await sample.post<{ id: string }>(path, { card });
      expect(status).toBe(202);
      return body.id;
    };
    /** The job once it has failed `retryCount` times and waits for the next attempt, and how long it was told to wait. */
    const waiting = async (id: string, retryCount: number): Promise<number> => {
      const job = await eventually(`retry ${retryCount} of job ${id}`, async () => {
        const found = await observer.jobs.find(id);
        return found?.status === 'pending' && found.retryCount === retryCount ? found : null;
      });
      return job.runAt.getTime() - job.updatedAt.getTime();
    };
    const failedIn = async (id: string) => {
      await sample.until(id, 'failed', 'completed');
      const job = await observer.jobs.find(id);
      return { status: job?.status, retryCount: job?.retryCount, error: job?.error };
    };

    it('200: the job is completed and the invoice paid, once', async () => {
      await sample.until(await pay('/invoices/1/payments', 'visa'), 'completed');
      await expect(sample.get('/invoices/1')).resolves.toMatchObject({ body: { payment: 'paid' } });
      const again = await sample.until(await pay('/invoices/1/charge', 'visa'), 'completed');
      expect(again.result).toEqual({ charged: false });
    });

    it('R3.5: 402 sends a payment with retries straight to the dead letters', async () => {
      const failed = await failedIn(await pay('/invoices/2/payments', 'declined'));
      expect(failed).toEqual({ status: 'failed', retryCount: 0, error: expect.stringContaining('FailJob: The card was declined.') });
      await expect(sample.get('/invoices/2')).resolves.toMatchObject({ body: { payment: 'open' } });
    });

    it.each([
      ['402', 'declined', 'The card was declined.'],
      ['429', 'busy', 'too many requests'],
      ['429 with Retry-After', 'busy-1', 'too many requests'],
    ])('R1.5: charge-card with maxRetries 0 ends at the first %s', async (_answer, card, error) => {
      const failed = await failedIn(await pay('/invoices/2/charge', card));
      expect(failed).toEqual({ status: 'failed', retryCount: 0, error: expect.stringContaining(error) });
    });

    it('R3.5: 429 is tried again after 5 min, 15 min and 1 h; the fourth attempt is final', async () => {
      const id = await pay('/invoices/2/payments', 'busy');
      for (const [index, minutes] of [5, 15, 60].entries()) {
        expect(roundly(await waiting(id, index + 1))).toBe(minutes * MINUTE);
        await observer.jobs.reschedule(id, { delay: 0 });
      }
      await expect(failedIn(id)).resolves.toEqual({ status: 'failed', retryCount: 3, error: expect.stringContaining('too many requests') });
      const events = (await observer.jobs.history(id)).map(({ event, attempt }) => `${event} ${attempt}`);
      expect(events.filter((event) => event.startsWith('claimed'))).toEqual(['claimed 1', 'claimed 2', 'claimed 3', 'claimed 4']);
      expect(events.at(-1)).toBe('failed 4');
    });

    it('R3.5: 429 with Retry-After is tried again after that, which counts as a retry', async () => {
      const id = await pay('/invoices/2/payments', 'busy-120');
      expect(roundly(await waiting(id, 1))).toBe(2 * MINUTE);
    });

    it('R2.2: a payment sent twice with one Idempotency-Key is one job; with another card it is a conflict', async () => {
      const send = (card: string) => sample.post<{ id: string; created: boolean }>('/invoices/3/payments', { card }, { 'idempotency-key': 'k1' });
      const [first, second, other] = [await send('visa'), await send('visa'), await send('declined')];
      expect(second.body).toMatchObject({ id: first.body.id, created: false });
      expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
      await sample.until(first.body.id, 'completed');
    });
  });
});

/** The statement that writes both instants reads the clock for each: a few milliseconds may lie between them. */
function roundly(milliseconds: number): number {
  return Math.round(milliseconds / 100) * 100;
}

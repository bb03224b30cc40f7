import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { startQueueApp } from '../../support/queue-app.js';
import { mailsAbout } from './support/mails.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';
import { LISTENING, Sample } from './support/sample.js';

const SOON_LOST = { QUEUE_LEASE: '2s', QUEUE_SWEEP_INTERVAL: '200ms' };

describe('the sample app is stopped while it sends an invoice', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    beforeEach(async () => {
      home = await sampleHome(db);
    });
    afterEach(() => home.drop());

    /** A process with the job of invoice 1 running, for as long as `pace` says. */
    const sending = async (pace: string, ready?: RegExp): Promise<{ sample: Sample; jobId: string }> => {
      const sample = await Sample.start(home, { ...SOON_LOST, SAMPLE_PACE: pace }, ready);
      const { body } = await sample.post<{ id: string }>('/invoices/1/send');
      await sample.until(body.id, 'running');
      return { sample, jobId: body.id };
    };

    it('R3.7: killed and started again, it delivers the mail and completes the job', async () => {
      const { sample, jobId } = await sending('60000', LISTENING);
      await expect(sample.stop('SIGKILL')).resolves.toEqual({ code: null, signal: 'SIGKILL' });
      await expect(mailsAbout(home.folder, 'INV-00001')).rejects.toThrow('ENOENT');

      const restarted = await Sample.start(home, SOON_LOST);
      await expect(restarted.until(jobId, 'completed', 'failed')).resolves.toMatchObject({ status: 'completed', attempt: 2 });
      await expect(mailsAbout(home.folder, 'INV-00001')).resolves.toHaveLength(1);
      await restarted.stop();
    });

    it('R3.8: on SIGTERM it ends its jobs and then itself, without a word on stderr', async () => {
      const { sample, jobId } = await sending('1000');
      await expect(sample.stop()).resolves.toEqual({ code: null, signal: 'SIGTERM' });
      expect(sample.stderr).toBe('');
      const observer = await startQueueApp({ database: home.database, queue: { worker: false } });
      await expect(observer.jobs.find(jobId)).resolves.toMatchObject({ status: 'completed', retryCount: 0 });
      await observer.close();
      await expect(mailsAbout(home.folder, 'INV-00001')).resolves.toHaveLength(1);
    });
  });
});

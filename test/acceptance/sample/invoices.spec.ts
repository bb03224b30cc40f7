import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { mailsAbout } from './support/mails.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';
import { Sample } from './support/sample.js';

interface Accepted {
  id: string;
  status: string;
  created: boolean;
  statusUrl: string;
}

describe('the sample app sends invoices', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    let sample: Sample;
    beforeAll(async () => {
      home = await sampleHome(db);
      sample = await Sample.start(home);
    });
    afterAll(async () => {
      await sample.stop();
      await home.drop();
    });

    it('R6.2: the answer says accepted, and where to look; the mail is delivered and the invoice marked', async () => {
      const { status, body } = await sample.post<Accepted>('/invoices/1/send');
      expect(status).toBe(202);
      expect(body).toEqual({ id: expect.any(String), status: 'pending', created: true, statusUrl: `/invoices/jobs/${body.id}` });
      await expect(sample.until(body.id, 'completed')).resolves.toMatchObject({ type: 'send-invoice', attempt: 1 });
      await expect(mailsAbout(home.folder, 'INV-00001')).resolves.toMatchObject([{ to: 'office@bakery.example', subject: 'Invoice INV-00001' }]);
      await expect(sample.get('/invoices/1')).resolves.toMatchObject({ body: { number: 'INV-00001', delivery: 'sent' } });
    });

    it('R2.1: asked many times at once, an invoice has one job and one mail', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => sample.post<Accepted>('/invoices/2/send')));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
      expect(answers.every(({ status }) => status === 202)).toBe(true);
      await sample.until(answers[0]?.body.id ?? '', 'completed');
      await expect(mailsAbout(home.folder, 'INV-00002')).resolves.toHaveLength(1);
    });

    it('R2.3: an invoice and its job are stored together, also while others are refused', async () => {
      const refused = Array.from({ length: 10 }, () => sample.post('/invoices/999/send'));
      const created = await Promise.all(Array.from({ length: 10 }, () => createAndSend(sample)));
      expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array<number>(10).fill(404));
      for (const { id, job } of created) {
        await sample.until(job, 'completed');
        await expect(sample.get(`/invoices/${id}`)).resolves.toMatchObject({ status: 200, body: { delivery: 'sent' } });
      }
    });

    it('refuses unknown jobs and bad input', async () => {
      await expect(sample.get(`/invoices/jobs/${randomUUID()}`)).resolves.toMatchObject({ status: 404 });
      await expect(sample.get('/invoices/jobs/17')).resolves.toMatchObject({ status: 400 });
      await expect(sample.post('/invoices/none/send')).resolves.toMatchObject({ status: 400 });
      await expect(sample.post('/reports', { format: 'xls' })).resolves.toMatchObject({ status: 400 });
      await expect(sample.post('/invoices', { customer: '', email: 'a@b.example', amountCents: 1 })).resolves.toMatchObject({ status: 400 });
      await expect(sample.post('/invoices', { customer: 'A', email: 'a@b.example', amountCents: 1.5 })).resolves.toMatchObject({ status: 400 });
    });
  });
});

async function createAndSend(sample: Sample): Promise<{ id: number; job: string }> {
  const { body: invoice } = await sample.post<{ id: number }>('/invoices', { customer: 'A', email: 'a@b.example', amountCents: 100 });
  const { body: job } = await sample.post<Accepted>(`/invoices/${invoice.id}/send`);
  return { id: invoice.id, job: job.id };
}

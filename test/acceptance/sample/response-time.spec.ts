import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../../sample-app/app.module.js';
import { Mailer, type Mail } from '../../../sample-app/mail/mailer.js';
import { readSettings, SETTINGS } from '../../../sample-app/settings/settings.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from './support/eventually.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';

const CONCURRENCY = 5;

interface SampleJob {
  readonly id: string;
  readonly status: string;
}

/** A mailer that takes mails only when it is opened: until then every handler is in the midst of its work. */
class GatedMailer implements Pick<Mailer, 'send'> {
  waiting = 0;
  open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  async send({ key }: Mail): Promise<string> {
    this.waiting += 1;
    await this.opened;
    return key;
  }
}

describe('the response of the sample app', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    let app: INestApplication;
    let mailer: GatedMailer;
    beforeEach(async () => {
      home = await sampleHome(db);
      mailer = new GatedMailer();
      const settings = readSettings({ ...home.env, SAMPLE_PACE: '0' });
      const building = Test.createTestingModule({ imports: [AppModule] })
        .overrideProvider(SETTINGS)
        .useValue(settings);
      app = (await building.overrideProvider(Mailer).useValue(mailer).compile()).createNestApplication({ logger: false });
      await app.listen(0, '127.0.0.1');
    });
    afterEach(async () => {
      mailer.open();
      await app.close();
      await home.drop();
    });

    const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: T }> => {
      const headers = { 'content-type': 'application/json', connection: 'close' };
      const response = await fetch(`${await app.getUrl()}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: response.status, body: (await response.json()) as T };
    };
    const createAndSend = async (): Promise<SampleJob> => {
      const { body: invoice } = await call<{ id: number }>('POST', '/invoices', { customer: 'A', email: 'a@b.example', amountCents: 100 });
      const { status, body } = await call<SampleJob>('POST', `/invoices/${invoice.id}/send`);
      expect(status).toBe(202);
      return body;
    };
    const statuses = async (jobs: readonly SampleJob[]): Promise<string[]> => {
      const answers = await Promise.all(jobs.map(({ id }) => call<SampleJob>('GET', `/invoices/jobs/${id}`)));
      return answers.map(({ body }) => body.status);
    };

    it('POST /invoices/:id/send answers while every handler is held up, and also when all slots are taken', async () => {
      const jobs: SampleJob[] = [];
      while (jobs.length < CONCURRENCY) jobs.push(await createAndSend());
      await eventually('all slots are taken', () => (mailer.waiting === CONCURRENCY ? true : null));
      while (jobs.length < CONCURRENCY + 3) jobs.push(await createAndSend());

      expect(mailer.waiting).toBe(CONCURRENCY);
      await expect(statuses(jobs)).resolves.toEqual([...Array<string>(CONCURRENCY).fill('running'), ...Array<string>(3).fill('pending')]);

      mailer.open();
      await eventually('all are completed', async () => ((await statuses(jobs)).every((status) => status === 'completed') ? true : null));
      expect(mailer.waiting).toBe(jobs.length);
    });
  });
});

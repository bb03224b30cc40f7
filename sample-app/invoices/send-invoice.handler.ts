import { setTimeout as sleep } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { exponential, FailJob, JobHandler, type JobContext } from 'nestjs-typeorm-queue';
import { DataSource } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { Mailer } from '../mail/mailer.js';
import { SETTINGS, type Settings } from '../settings/settings.js';
import { composeInvoiceMail } from './invoice-mail.js';
import { Invoice } from './invoice.entity.js';

export interface SendInvoice {
  readonly invoiceId: number;
}

/** It may run twice, when the process dies between the mail and the end of the job: the mail's key makes that one mail. */
@JobHandler('send-invoice', { queue: 'billing', maxRetries: 5, backoff: exponential({ base: '10s', factor: 2, cap: '15m' }), timeout: '30s' })
export class SendInvoiceHandler implements JobHandler<SendInvoice> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async handle({ invoiceId }: SendInvoice, job: JobContext): Promise<{ messageId: string }> {
    const invoice = await this.dataSource.getRepository(Invoice).findOneBy({ id: invoiceId });
    if (!invoice) throw new FailJob(`There is no invoice ${invoiceId} any more.`);
    const mail = await composeInvoiceMail(invoice);
    await sleep(this.settings.pace, undefined, { signal: job.signal });
    const messageId = await this.mailer.send({ key: job.id, ...mail });
    await this.transactions.run((manager) => manager.update(Invoice, { id: invoiceId }, { delivery: 'sent' }));
    return { messageId };
  }
}

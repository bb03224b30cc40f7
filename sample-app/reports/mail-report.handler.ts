import { join } from 'node:path';
import { Inject } from '@nestjs/common';
import { JobHandler, type JobContext } from 'nestjs-typeorm-queue';
import { Mailer } from '../mail/mailer.js';
import { reportsFolder, SETTINGS, type Settings } from '../settings/settings.js';
import { CONTENT_TYPES, type ReportFormat } from './report-format.js';

/** Names the file; a payload is no place for its content. */
export interface MailReport {
  readonly file: string;
  readonly format: ReportFormat;
}

@JobHandler('mail-report', { queue: 'billing', maxRetries: 5, timeout: '30s' })
export class MailReportHandler implements JobHandler<MailReport> {
  constructor(
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async handle({ file, format }: MailReport, job: JobContext): Promise<{ messageId: string }> {
    const messageId = await this.mailer.send({
      key: job.id,
      to: 'accounting@shop.example',
      subject: `Report of all invoices (${format})`,
      text: 'The report is attached.\n',
      attachments: [{ filename: file, path: join(reportsFolder(this.settings), file), contentType: CONTENT_TYPES[format] }],
    });
    return { messageId };
  }
}

import { join } from 'node:path';
import { Inject } from '@nestjs/common';
import { JobHandler, JobService, type JobContext } from 'nestjs-typeorm-queue';
import { writeFileWhole } from '../common/write-file-whole.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { reportsFolder, SETTINGS, type Settings } from '../settings/settings.js';
import { MailReportHandler } from './mail-report.handler.js';
import { RENDERERS } from './render-report.js';
import type { ReportFormat } from './report-format.js';

export interface GenerateReport {
  readonly format: ReportFormat;
}

/** Never repeated: a report that failed is asked for again by who wants it. */
@JobHandler('generate-report', { queue: 'reports', maxRetries: 0, timeout: '2m' })
export class GenerateReportHandler implements JobHandler<GenerateReport> {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly jobs: JobService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async handle({ format }: GenerateReport, job: JobContext): Promise<{ file: string; mailJobId: string }> {
    const file = `report-${job.id}.${format}`;
    const report = await RENDERERS[format](await this.invoices.list());
    await writeFileWhole(join(reportsFolder(this.settings), file), report);
    const mail = await this.jobs.enqueue(MailReportHandler, { file, format }, { idempotencyKey: `report-${job.id}-mail` });
    return { file, mailJobId: mail.job.id };
  }
}

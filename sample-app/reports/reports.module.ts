import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { MailModule } from '../mail/mail.module.js';
import { GenerateReportHandler } from './generate-report.handler.js';
import { MailReportHandler } from './mail-report.handler.js';
import { ReportsController } from './reports.controller.js';

@Module({
  imports: [InvoicesModule, MailModule],
  providers: [GenerateReportHandler, MailReportHandler],
  controllers: [ReportsController],
})
export class ReportsModule {}

import { Body, Controller, HttpCode, ParseEnumPipe, Post } from '@nestjs/common';
import { JobService } from 'nestjs-typeorm-queue';
import { toAcceptedView, type AcceptedView } from '../jobs/job-view.js';
import { GenerateReportHandler } from './generate-report.handler.js';
import { REPORT_FORMATS, type ReportFormat } from './report-format.js';

@Controller('reports')
export class ReportsController {
  constructor(private readonly jobs: JobService) {}

  @Post()
  @HttpCode(202)
  async generate(@Body('format', new ParseEnumPipe(REPORT_FORMATS)) format: ReportFormat): Promise<AcceptedView> {
    return toAcceptedView(await this.jobs.enqueue(GenerateReportHandler, { format }));
  }
}

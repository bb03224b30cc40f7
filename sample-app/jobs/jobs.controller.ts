import { Controller, Get, NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { JobService } from 'nestjs-typeorm-queue';
import { toJobView, type JobView } from './job-view.js';

@Controller('invoices/jobs')
export class JobsController {
  constructor(private readonly jobs: JobService) {}

  @Get(':id')
  async show(@Param('id', ParseUUIDPipe) id: string): Promise<JobView> {
    const job = await this.jobs.find(id);
    if (!job) throw new NotFoundException(`There is no job ${id}.`);
    return toJobView(job);
  }
}

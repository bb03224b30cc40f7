import { JobHandler, type EnqueueInput, type JobContext, type JobHandlerClass, type JobService } from 'nestjs-typeorm-queue';

// Checked by `npm run typecheck`, never run: it fails where a line is wrong, or where an expected error is none.

interface Report {
  readonly month: number;
  readonly format?: 'pdf' | 'csv';
}

declare module 'nestjs-typeorm-queue' {
  interface JobPayloads {
    'types-report': Report;
  }
}

@JobHandler('types-report')
class ReportHandler implements JobHandler<Report, string> {
  constructor(readonly folder: string) {}

  async handle({ month }: Report, job: JobContext): Promise<string> {
    return Promise.resolve(`${this.folder}/${month}/${job.id}`);
  }
}

@JobHandler('types-tick')
class TickHandler {
  handle(): void {}
}

class NoHandler {
  run(): void {}
}

class WrongHandler implements JobHandler<Report> {
  // @ts-expect-error The interface says another payload.
  handle(_payload: { readonly month: string }): void {}
}

export async function byClass(jobs: JobService): Promise<number> {
  const { job } = await jobs.enqueue(ReportHandler, { month: 5, format: 'pdf' }, { priority: 'high' });
  const format: 'pdf' | 'csv' | undefined = job.payload.format;
  // @ts-expect-error No payload has this property.
  void job.payload.year;
  // @ts-expect-error `month` is missing.
  await jobs.enqueue(ReportHandler, { format });
  // @ts-expect-error There is no such format.
  await jobs.enqueue(ReportHandler, { month: 5, format: 'doc' });
  // @ts-expect-error The class handles nothing.
  await jobs.enqueue(NoHandler, {});
  await jobs.enqueue(TickHandler, {});
  return job.payload.month;
}

export async function byName(jobs: JobService): Promise<number> {
  const { job } = await jobs.enqueue('types-report', { month: 5 });
  // @ts-expect-error `month` is a number.
  await jobs.enqueue('types-report', { month: '5' });
  // @ts-expect-error A bare text is no report.
  await jobs.enqueue('types-report', 'May');
  const unknown = await jobs.enqueue('types-of-another-app', { anything: [1, 'a', null] });
  // @ts-expect-error Nothing says what its payload is.
  void unknown.job.payload.anything;
  return job.payload.month;
}

export const handlers: readonly JobHandlerClass<Report>[] = [ReportHandler, WrongHandler as never];

export async function inBulk(jobs: JobService, general: EnqueueInput[]): Promise<void> {
  await jobs.enqueueMany([
    { type: ReportHandler, payload: { month: 5 } },
    { type: 'types-report', payload: { month: 5 }, priority: 'high' },
    { type: 'types-of-another-app', payload: 3 },
  ]);
  await jobs.enqueueMany([1, 2].map((month) => ({ type: ReportHandler, payload: { month } })));
  await jobs.enqueueMany(general);
  // @ts-expect-error JobPayloads says a number.
  await jobs.enqueueMany([{ type: 'types-of-another-app' }, { type: 'types-report', payload: { month: '5' } }]);
  // @ts-expect-error So does the handler.
  await jobs.enqueueMany([{ type: ReportHandler, payload: { month: '5' } }]);
  // @ts-expect-error There is no such option.
  await jobs.enqueueMany([{ type: ReportHandler, payload: { month: 5 }, prioritty: 'high' }]);
}

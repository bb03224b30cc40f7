import { Inject } from '@nestjs/common';
import { JobService } from './job.service.js';

/** Injection token of the JobService of a QueueModule: the class itself, or one of its own for a named module. */
export function getJobServiceToken(name?: string): typeof JobService | string {
  return name === undefined ? JobService : `nestjs-typeorm-queue:job-service:${name}`;
}

/** Injects the JobService of the QueueModule with this name. */
export function InjectJobService(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getJobServiceToken(name));
}

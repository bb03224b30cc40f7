import type { Logger } from '@nestjs/common';
import { InvalidInputError } from '../errors/invalid-input.error.js';
import { toJson } from '../job/json.js';
import type { Job } from '../job/job.js';
import { byteLength } from '../job/text.js';

/** What a handler returned, as it is stored. A result that cannot be stored never undoes the work: it is dropped with a warning. */
export class ResultText {
  constructor(
    private readonly limit: number,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  of(returned: unknown, job: Job): string | null {
    if (returned === undefined || returned === null) return null;
    try {
      const json = toJson(returned, 'result').text;
      const size = byteLength(json);
      return size <= this.limit ? json : this.dropped(job, `it is ${size} bytes of JSON, over the limit of ${this.limit} (option resultLimit)`);
    } catch (error) {
      // Without the path: names of properties can be data as well.
      return this.dropped(job, error instanceof InvalidInputError ? `it ${error.reason}` : 'it is not JSON');
    }
  }

  private dropped(job: Job, why: string): null {
    this.logger.warn(`Job ${job.id} (${job.type}) is completed, but its result is not stored: ${why}`);
    return null;
  }
}

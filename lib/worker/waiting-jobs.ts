import type { ActiveJob } from './active-job.js';

/** Jobs claimed ahead, in claim order. */
export class WaitingJobs {
  private jobs: ActiveJob[] = [];
  private first = 0;

  get size(): number {
    return this.jobs.length - this.first;
  }

  add(job: ActiveJob): void {
    this.jobs.push(job);
  }

  /** The first one. Moves an index instead of the rest of the list: thousands may wait. */
  next(): ActiveJob {
    const job = this.jobs[this.first++] as ActiveJob;
    if (this.size === 0) this.takeAll();
    return job;
  }

  takeAll(): ActiveJob[] {
    const left = this.jobs.slice(this.first);
    this.jobs = [];
    this.first = 0;
    return left;
  }
}

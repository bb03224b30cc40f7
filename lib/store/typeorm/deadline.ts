import { DatabaseError } from '../../errors/database.error.js';

/** A point in time that several waits share. A frozen server answers never, and no driver bounds that by itself. */
export class Deadline {
  private readonly end: number;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get passed(): boolean {
    return performance.now() >= this.end;
  }

  /** The promise, or a retryable DatabaseError `QUERY_TIMEOUT` when time runs out first. */
  async bound<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new DatabaseError('QUERY_TIMEOUT', true)), Math.max(this.end - performance.now(), 0));
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

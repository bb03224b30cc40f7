import { DatabaseError } from '../../errors/database.error.js';

/** A point in time that several waits share. A frozen server answers never, and no driver bounds that by itself. */
export class Deadline {
  private readonly end: number;
  /** Whether a wait was cut short: what was asked may still be under way. */
  passed = false;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get remaining(): number {
    return Math.max(this.end - performance.now(), 0);
  }

  /** The promise, or a retryable DatabaseError `QUERY_TIMEOUT` when time runs out first. */
  async bound<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(this.expire()), this.remaining);
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  private expire(): DatabaseError {
    this.passed = true;
    return new DatabaseError('QUERY_TIMEOUT', true);
  }
}

import type { LoggerService } from '@nestjs/common';

/** Milliseconds. */
const PERIOD = 30_000;

/** Logs repeated messages once in 30 s, with how often they came: a loop that fails each second would drown all else. */
export class ThrottledLog {
  private readonly seen = new Map<string, { since: number; more: number }>();

  constructor(
    private readonly logger: Pick<LoggerService, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  warn(text: string): void {
    const known = this.seen.get(text);
    if (known && this.now() - known.since < PERIOD) {
      known.more++;
      return;
    }
    this.logger.warn(known && known.more > 0 ? `${text} (and ${known.more} times more since the last line)` : text);
    if (this.seen.size > 100) this.seen.clear();
    this.seen.set(text, { since: this.now(), more: 0 });
  }
}

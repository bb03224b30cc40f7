import type { ThrottledLog } from './throttled-log.js';
import type { TimerRegistry } from './timer-registry.js';

export interface PeriodicTaskOptions {
  /** Name of the interval in the app's SchedulerRegistry. */
  readonly name: string;
  /** Milliseconds. */
  readonly interval: number;
  readonly run: () => Promise<unknown>;
  readonly log: ThrottledLog;
}

/** Milliseconds. */
const LONGEST_PAUSE = 30_000;

/**
 * Work that is done at an interval, and at once when asked for. Passes never overlap: what is asked for during one is done by
 * one more after it. After failures it pauses, ever longer up to 30 s, and never gives up.
 */
export class PeriodicTask {
  private passing: Promise<void> | null = null;
  private again = false;
  private failures = 0;
  private notBefore = 0;
  private stopped = true;
  private registry: TimerRegistry | null = null;
  /** When a pass last succeeded, for health checks; null before the first. */
  lastSuccess: Date | null = null;

  constructor(private readonly options: PeriodicTaskOptions) {}

  start(registry: TimerRegistry): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.registry = registry;
    registry.addInterval(
      this.options.name,
      setInterval(() => this.trigger(), this.options.interval),
    );
    this.trigger();
  }

  /** No pass begins any more; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.registry?.deleteInterval(this.options.name);
    this.registry = null;
    await this.idle();
  }

  /** Resolves when no pass is under way. */
  async idle(): Promise<void> {
    await this.passing;
  }

  /** Asks for a pass now; during a pause after failures the next interval will do. */
  trigger(): void {
    if (this.stopped || performance.now() < this.notBefore) return;
    if (this.passing) this.again = true;
    else this.passing = this.passes();
  }

  private async passes(): Promise<void> {
    do {
      this.again = false;
      await this.pass();
    } while (this.again && !this.stopped && this.failures === 0);
    this.passing = null;
  }

  private async pass(): Promise<void> {
    try {
      await this.options.run();
      this.failures = 0;
      this.lastSuccess = new Date();
    } catch (error) {
      this.failures++;
      this.notBefore = performance.now() + this.pause();
      this.options.log.warn(`${this.options.name} failed and will try again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Half of it at random, so that many processes do not come back at the same moment. */
  private pause(): number {
    const longest = Math.min(this.options.interval * 2 ** Math.min(this.failures, 20), LONGEST_PAUSE);
    return longest * (0.5 + Math.random() / 2);
  }
}

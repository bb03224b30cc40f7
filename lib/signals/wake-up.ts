import type { WakeUpChannel } from '../store/wake-up-channel.js';
import type { EnqueuedSignal } from './enqueued-signal.js';
import { Notifier } from './notifier.js';

/**
 * Between processes: wakes the workers of others when jobs were committed here, and the one of this process when they were
 * committed elsewhere. The latter never goes through the signal, which would send it back.
 */
export class WakeUp {
  private readonly notifier = new Notifier(() => this.send());
  private readonly unsubscribe: () => void;
  private opened: WakeUpChannel | null | undefined;

  /** @param open called once, at first use: the DataSource must be there; null where the database has no channel */
  constructor(
    signal: EnqueuedSignal,
    private readonly open: () => WakeUpChannel | null,
    private readonly warn: (text: string) => void,
  ) {
    this.unsubscribe = signal.subscribe(() => this.channel && this.notifier.notify());
  }

  /** Whether jobs of other processes wake the worker of this one at present. */
  get live(): boolean {
    return this.opened?.live ?? false;
  }

  listen(onWake: () => void): void {
    this.channel?.listen(onWake);
  }

  /** Sends what is still to be sent, and listens no more. */
  async close(): Promise<void> {
    this.unsubscribe();
    await this.notifier.close();
    await this.opened?.close();
  }

  private async send(): Promise<void> {
    try {
      await this.channel?.notify();
    } catch (error) {
      this.warn(`Workers of other processes could not be woken, and will find the jobs by polling: ${messageOf(error)}`);
    }
  }

  private get channel(): WakeUpChannel | null {
    if (this.opened === undefined) this.opened = this.open();
    return this.opened;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

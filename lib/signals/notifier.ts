/** Milliseconds from one notification to the next. */
const GAP = 5;

/**
 * Sends one notification at a time, and one in a few milliseconds: what is asked for meanwhile is told by one more after it, so
 * that a burst of enqueues costs a few.
 */
export class Notifier {
  private sending: Promise<void> | null = null;
  private asked = false;
  private closed = false;

  /** @param send never awaited by who asks for it; must be bounded in time and never reject */
  constructor(private readonly send: () => Promise<void>) {}

  notify(): void {
    if (this.closed) return;
    this.asked = true;
    this.sending ??= this.sendWhileAsked();
  }

  /** Takes no more; resolves when what was asked for is sent. */
  async close(): Promise<void> {
    this.closed = true;
    await this.sending;
  }

  private async sendWhileAsked(): Promise<void> {
    while (this.asked) {
      this.asked = false;
      await Promise.all([this.send(), gap()]);
    }
    this.sending = null;
  }
}

function gap(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GAP).unref());
}

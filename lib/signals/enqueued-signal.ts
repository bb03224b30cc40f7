/** Tells the worker of this process that jobs were committed, so that an idle one need not wait for its next poll. */
export class EnqueuedSignal {
  private readonly listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Tells workers of other processes that jobs were committed. Only for speed: what it loses, polling finds. */
export interface WakeUpChannel {
  /** Whether wake-ups arrive at present, as far as is known: then an idle worker may poll less. */
  readonly live: boolean;
  /** Wakes the workers of other processes. @throws DatabaseError */
  notify(): Promise<void>;
  /** Calls back from now on whenever another process has committed jobs, or may have. */
  listen(onWake: () => void): void;
  /** Listens no more; resolves within half a second. */
  close(): Promise<void>;
}

/** What a channel needs beside the database. */
export interface WakeUpOptions {
  /** Told of what fails, without any secret, each time it does. */
  readonly warn: (text: string) => void;
}

import { once } from 'node:events';
import type { ChildProcess, Serializable } from 'node:child_process';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Waiting {
  readonly wanted: (message: unknown) => boolean;
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A child process as a test sees it. Messages that nobody waits for yet are kept, so that none is missed. */
export class ChildHandle {
  /** Resolves when the process has ended and its output is complete. */
  readonly exit: Promise<Exit>;
  stdout = '';
  stderr = '';
  private readonly inbox: unknown[] = [];
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    child.on('message', (message) => this.receive(message));
    this.exit = this.ended();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** @throws Error if the process has ended. */
  send(message: Serializable): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.send(message, (error) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * The next message that `wanted` accepts, in the order of arrival.
   * @throws Error with the output of the process, if it ends before.
   */
  message<T = unknown>(wanted: (message: T) => boolean = () => true): Promise<T> {
    const accepts = (message: unknown): boolean => wanted(message as T);
    const arrived = this.inbox.findIndex(accepts);
    if (arrived >= 0) return Promise.resolve(this.inbox.splice(arrived, 1)[0] as T);
    if (!this.child.connected) return Promise.reject(this.gone());
    return new Promise((resolve, reject) => this.waiting.add({ wanted: accepts, resolve: (message) => resolve(message as T), reject }));
  }

  /** Sends a signal and waits for the end. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.child.kill(signal);
    return this.exit;
  }

  private receive(message: unknown): void {
    const waiting = [...this.waiting].find(({ wanted }) => wanted(message));
    if (!waiting) this.inbox.push(message);
    else if (this.waiting.delete(waiting)) waiting.resolve(message);
  }

  private async ended(): Promise<Exit> {
    const [code, signal] = (await once(this.child, 'close')) as [Exit['code'], Exit['signal']];
    for (const { reject } of this.waiting) reject(this.gone());
    this.waiting.clear();
    return { code, signal };
  }

  private gone(): Error {
    return new Error(`The process ended before the message came.\nstdout:\n${this.stdout}\nstderr:\n${this.stderr}`);
  }
}

import type { ChildHandle, Exit } from '../../../support/child-handle.js';
import { spawnScript } from '../../../support/processes.js';
import { eventually } from './eventually.js';
import type { SampleHome } from './sample-home.js';

const FIRST_INVOICE_SENT = /listens at (\S+)[^]*Still serving/;
export const LISTENING = /listens at (\S+)/;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A job as the sample app shows it. */
export interface JobState {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempt: number;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** The sample app as a process, used over HTTP. */
export class Sample {
  private constructor(
    private readonly child: ChildHandle,
    private readonly url: string,
  ) {}

  /** Resolves when its own first invoice is sent, or before that, as soon as it listens. */
  static async start({ env }: SampleHome, more: Readonly<Record<string, string>> = {}, ready = FIRST_INVOICE_SENT): Promise<Sample> {
    const child = spawnScript('sample-app/main.js', { env: { ...env, ...more } });
    let ended: Exit | undefined;
    void child.exit.then((exit) => (ended = exit));
    const url = await eventually('the sample app is ready', () => {
      if (ended) throw new Error(`The sample app ended:\n${child.stdout}\n${child.stderr}`);
      return ready.exec(child.stdout)?.[1];
    });
    return new Sample(child, url);
  }

  get stderr(): string {
    return this.child.stderr;
  }

  async get<T>(path: string): Promise<Answer<T>> {
    return answer(await fetch(this.url + path));
  }

  async post<T>(path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer<T>> {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    return answer(await fetch(this.url + path, request));
  }

  /** Asks for the job until it is in one of the states. */
  until(jobId: string, ...states: readonly string[]): Promise<JobState> {
    return eventually(`job ${jobId} is ${states.join(' or ')}`, async () => {
      const { body } = await this.get<JobState>(`/invoices/jobs/${jobId}`);
      return states.includes(body.status) ? body : null;
    });
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    return this.child.kill(signal);
  }
}

async function answer<T>(response: Response): Promise<Answer<T>> {
  return { status: response.status, body: (await response.json()) as T };
}

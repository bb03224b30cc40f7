import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggerService } from '@nestjs/common';

/** What a handler did, or a line that the queue logged. */
export interface Entry {
  readonly event: 'started' | 'ended' | 'aborted' | 'debug' | 'warn' | 'error';
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The job; empty for lines of the log. */
  readonly id: string;
  readonly attempt: number;
  readonly text: string;
}

/** Of one process: a file that is appended to at once, so that it survives a SIGKILL. Outside the queue's tables. */
export class LedgerWriter implements LoggerService {
  private readonly file: number;

  constructor(folder: string) {
    this.file = openSync(join(folder, `${process.pid}.jsonl`), 'a');
  }

  write(event: Entry['event'], { id = '', attempt = 0, text = '' }: Partial<Entry>): void {
    writeSync(this.file, `${JSON.stringify({ event, pid: process.pid, at: Date.now(), id, attempt, text })}\n`);
  }

  log(): void {}

  debug(text: unknown): void {
    this.write('debug', { text: String(text) });
  }

  warn(text: unknown): void {
    this.write('warn', { text: String(text) });
  }

  error(text: unknown): void {
    this.write('error', { text: String(text) });
  }
}

/** What all processes of a test wrote. */
export class Ledger {
  constructor(readonly folder: string) {}

  /** In the order of time within each process. */
  entries(...events: readonly Entry['event'][]): Entry[] {
    const lines = readdirSync(this.folder).flatMap((file) => readFileSync(join(this.folder, file), 'utf8').split('\n').slice(0, -1));
    return lines.map((line) => JSON.parse(line) as Entry).filter(({ event }) => events.length === 0 || events.includes(event));
  }

  of(id: string, ...events: readonly Entry['event'][]): Entry[] {
    return this.entries(...events).filter((entry) => entry.id === id);
  }

  /** Executions by job, in the order of time. */
  executions(): Map<string, Entry[]> {
    const byJob = new Map<string, Entry[]>();
    for (const start of this.entries('started').toSorted((a, b) => a.at - b.at)) byJob.set(start.id, [...(byJob.get(start.id) ?? []), start]);
    return byJob;
  }

  /** Ids of jobs, once for each time that a worker was told by the database that it completed the job. */
  completions(): string[] {
    return this.entries('debug').flatMap(({ text }) => /^Job (\S+) .* ended, completed\.$/.exec(text)?.[1] ?? []);
  }

  /** Warnings and errors that name this text. */
  complaints(text = ''): string[] {
    return this.entries('warn', 'error').flatMap((entry) => (entry.text.includes(text) ? [entry.text] : []));
  }
}

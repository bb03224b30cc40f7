import type { LoggerService } from '@nestjs/common';

/** Nest logger that keeps its lines, so that a test can say what was logged and what was not. */
export class RecordingLogger implements LoggerService {
  readonly lines: { readonly level: 'log' | 'warn' | 'error' | 'debug'; readonly text: string }[] = [];

  log(message: unknown): void {
    this.lines.push({ level: 'log', text: String(message) });
  }

  warn(message: unknown): void {
    this.lines.push({ level: 'warn', text: String(message) });
  }

  error(message: unknown): void {
    this.lines.push({ level: 'error', text: String(message) });
  }

  debug(message: unknown): void {
    this.lines.push({ level: 'debug', text: String(message) });
  }

  texts(level: 'warn' | 'error'): string[] {
    return this.lines.filter((line) => line.level === level).map(({ text }) => text);
  }
}

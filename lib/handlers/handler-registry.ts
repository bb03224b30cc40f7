import { DuplicateHandlerError } from '../errors/duplicate-handler.error.js';
import type { ResolvedHandler } from '../options/resolved-options.js';
import type { JobContext } from './job-context.js';
import type { JobHandler } from './job-handler.js';

export interface RegisteredHandler {
  readonly type: string;
  readonly className: string;
  /** The decorated class. */
  readonly target: object;
  readonly options: ResolvedHandler;
  /** The one instance that runs all jobs; null where something below is request-scoped. */
  readonly instance: JobHandler | null;
  /** The instance that runs this job: where there is not one for all, made for it. */
  readonly instanceFor: (context: JobContext) => Promise<JobHandler>;
}

/** The handlers that this process knows, by job type. */
export class HandlerRegistry {
  private readonly byType = new Map<string, RegisteredHandler>();

  /** A class seen again (in another module's providers) is the same handler. @throws DuplicateHandlerError */
  add(handler: RegisteredHandler): void {
    const known = this.byType.get(handler.type);
    if (known?.target === handler.target) return;
    if (known) throw new DuplicateHandlerError(handler.type, [known.className, handler.className]);
    this.byType.set(handler.type, handler);
  }

  get(type: string): RegisteredHandler | undefined {
    return this.byType.get(type);
  }

  get types(): string[] {
    return [...this.byType.keys()];
  }

  /** Types whose jobs must not run again when their worker vanishes. */
  get failWhenLost(): string[] {
    return [...this.byType.values()].filter(({ options }) => options.onWorkerLost === 'fail').map(({ type }) => type);
  }
}

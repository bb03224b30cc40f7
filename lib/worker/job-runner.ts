import type { Logger } from '@nestjs/common';
import type { HandlerRegistry, RegisteredHandler } from '../handlers/handler-registry.js';
import { contextOf } from '../handlers/job-context.js';
import { JobAbortedError } from '../errors/job-aborted.error.js';
import { outcomeOfShutdown, outcomeOfThrow, outcomeOfTimeout, type Outcome } from '../job/outcome.js';
import type { ActiveJob } from './active-job.js';
import type { ResultText } from './result-text.js';

/** How a handler ended: whatever it does becomes one of these, never a rejection. */
type Ending = { readonly returned: unknown } | { readonly threw: unknown };

/** Runs one attempt of a job and says how it ended. Never throws, whatever the handler does. */
export class JobRunner {
  constructor(
    private readonly registry: HandlerRegistry,
    private readonly results: ResultText,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** null: the lease was lost and the handler has not ended by itself, so that there is nothing to write. */
  async run(active: ActiveJob): Promise<Outcome | null> {
    const { job } = active.claimed;
    const handler = this.registry.get(job.type);
    if (!handler) return { kind: 'released' };
    const timer = setTimeout(() => active.abort('timeout', handler.options.abortGrace), handler.options.timeout);
    const ending = await active.ended(handle(handler, active));
    clearTimeout(timer);
    try {
      return this.outcomeOf(ending, active, handler);
    } catch {
      return UNREADABLE;
    }
  }

  /** After a lost lease a handler that ended by itself has its outcome: whether that counts, the fence of the write decides. */
  private outcomeOf(ending: Ending | 'given-up', active: ActiveJob, handler: RegisteredHandler): Outcome | null {
    const { job } = active.claimed;
    const attempt = job.retryCount + 1;
    if (active.abortReason === 'timeout') return outcomeOfTimeout(handler.options.timeout, attempt, handler.options);
    const ended = ending !== 'given-up' && !('threw' in ending && isBecauseOf(ending.threw, active.signal));
    if (!ended && active.abortReason === 'lease-lost') return this.lost(active);
    if (ending === 'given-up' || (!ended && active.abortReason === 'shutdown')) {
      return outcomeOfShutdown(job.maxRetries > 0 && handler.options.onWorkerLost === 'retry');
    }
    if ('threw' in ending) return outcomeOfThrow(ending.threw, attempt, handler.options);
    return { kind: 'completed', result: this.results.of(ending.returned, job) };
  }

  private lost({ claimed: { job } }: ActiveJob): null {
    this.logger.warn(`Job ${job.id} (${job.type}): the lease was lost while it ran here; what this attempt came to is dropped.`);
    return null;
  }
}

/** What was thrown cannot even be looked at, such as a revoked Proxy. */
const UNREADABLE: Outcome = { kind: 'retry', delay: 60_000, error: 'The handler threw something that cannot be read.', errorCode: null };

async function handle(handler: RegisteredHandler, active: ActiveJob): Promise<Ending> {
  try {
    const context = contextOf(active.claimed.job, active);
    const instance = handler.instance ?? (await handler.instanceFor(context));
    return { returned: await instance.handle(active.claimed.job.payload, context) };
  } catch (threw) {
    return { threw };
  }
}

/** Whether a handler threw because its signal was aborted: the reason itself, around it, or an AbortError of what it awaited. */
function isBecauseOf(threw: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted || typeof threw !== 'object' || threw === null) return false;
  // By its shape: the DOMException of `fetch` is no Error of this realm where the app runs in a vm context, as under Jest.
  const { name, cause } = threw as Partial<Error>;
  return threw === signal.reason || cause === signal.reason || threw instanceof JobAbortedError || name === 'AbortError';
}

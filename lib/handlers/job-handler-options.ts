import type { HandlerOptions } from '../options/queue-options.js';

/** What `@JobHandler` takes beside the type. */
export interface JobHandlerOptions extends HandlerOptions {
  /** Name of the QueueModule that runs it, where the app has several. @default the one without a name */
  readonly module?: string;
}

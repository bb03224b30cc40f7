import { QueueError } from './queue.error.js';

/** QueueModule was registered twice under one name; the app does not start. */
export class DuplicateModuleError extends QueueError {
  readonly code = 'MODULE_DUPLICATE';

  constructor(readonly moduleName: string) {
    super(
      `QueueModule is registered twice under the name "${moduleName}". It is global: import it once, or give the second one ` +
        `a name (QueueModule.forRoot({ name: 'reports' })) and inject it with @InjectJobService('reports').`,
    );
  }
}

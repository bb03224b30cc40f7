import { Module, type DynamicModule } from '@nestjs/common';
import type { QueueModuleOptions } from './options/queue-options.js';
import { ConfigurableModuleClass, type QueueModuleExtras } from './queue.module-definition.js';

/**
 * Durable background jobs in the app's own database. Global: import it once, in the root module, with
 * `forRoot(options)` or `forRootAsync({ useFactory | useClass | useExisting, inject, imports })`.
 */
@Module({})
export class QueueModule extends ConfigurableModuleClass {
  /** @throws InvalidOptionError when the app starts, naming option and value. */
  static override forRoot(options: QueueModuleOptions & QueueModuleExtras = {}): DynamicModule {
    return super.forRoot(options);
  }
}

import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { QueueModuleOptions } from './options/queue-options.js';
import { withQueueProviders } from './queue.providers.js';
import { GIVEN_OPTIONS } from './queue.tokens.js';

/** Said when the module is imported, since Nest must know it before any factory runs. */
export interface QueueModuleExtras {
  /** Whether JobService can be injected in every module. @default true */
  isGlobal?: boolean;
  /** Tells several queues of one app apart; inject this one's service with `@InjectJobService(name)`. @default none */
  name?: string | undefined;
  /** Name of the TypeORM DataSource that holds the jobs. @default 'default' */
  dataSource?: string | undefined;
}

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<QueueModuleOptions>({ optionsInjectionToken: GIVEN_OPTIONS })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createQueueOptions')
  .setExtras<QueueModuleExtras>({ isGlobal: true, name: undefined, dataSource: undefined }, (definition, extras) =>
    withQueueProviders(definition, extras),
  )
  .build();

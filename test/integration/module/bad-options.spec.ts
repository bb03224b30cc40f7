import { describe, expect, it } from '@jest/globals';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QueueModule, type QueueModuleOptions } from '../../../lib/index.js';
import { appStarter, MEMORY } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

/** One for each option; every way to get one wrong is in the unit test of resolveOptions(). */
const BAD: [string, unknown, object][] = [
  ['worker', 'yes', { worker: 'yes' }],
  ['worker.queues', [], { worker: { queues: [] } }],
  ['worker.concurrency', 0, { worker: { concurrency: 0 } }],
  ['worker.pollInterval', 'soon', { worker: { pollInterval: 'soon' } }],
  ['worker.lease', 5, { worker: { lease: 5 } }],
  ['worker.heartbeatInterval', '29s', { worker: { heartbeatInterval: '29s' } }],
  ['worker.sweepInterval', -1, { worker: { sweepInterval: -1 } }],
  ['worker.shutdownGrace', '60d', { worker: { shutdownGrace: '60d' } }],
  ['worker.concurency', 3, { worker: { concurency: 3 } }],
  ['handlers.queue', '', { handlers: { queue: '' } }],
  ['handlers.maxRetries', -1, { handlers: { maxRetries: -1 } }],
  ['handlers.backoff', [], { handlers: { backoff: [] } }],
  ['handlers.timeout', '60d', { handlers: { timeout: '60d' } }],
  ['handlers.abortGrace', '60d', { handlers: { abortGrace: '60d' } }],
  ['handlers.onWorkerLost', 'ignore', { handlers: { onWorkerLost: 'ignore' } }],
  ['handlers.retries', 3, { handlers: { retries: 3 } }],
  ['queues.mail.maxPending', -1, { queues: { mail: { maxPending: -1 } } }],
  ['queues.mail.max', 1, { queues: { mail: { max: 1 } } }],
  ['payloadLimit', '1mb', { payloadLimit: '1mb' }],
  ['resultLimit', -1, { resultLimit: -1 }],
  ['queryTimeout', 0, { queryTimeout: 0 }],
  ['workers', true, { workers: true }],
];
const OF_HANDLER = BAD.filter(([option]) => option.startsWith('handlers.')).map(([option, value, given]) => {
  return [option.replace('handlers', "@JobHandler('mail')"), value, (given as { handlers: object }).handlers] as [string, unknown, object];
});

describe('A bad option stops the app, and the error names option and value', () => {
  const start = appStarter();
  const base = () => [TypeOrmModule.forRoot(MEMORY), ScheduleModule.forRoot()];
  const refused = (option: string, value: unknown) => ({ code: 'OPTION_INVALID', option, value, message: expect.stringContaining(option) });

  it.each(BAD)('forRoot: %s = %p', async (option, value, options) => {
    await expect(start({ imports: [...base(), QueueModule.forRoot(options as QueueModuleOptions)] })).rejects.toMatchObject(refused(option, value));
  });

  it('forRootAsync: what the factory gives', async () => {
    const queue = QueueModule.forRootAsync({ useFactory: () => ({ payloadLimit: 1 }) });
    await expect(start({ imports: [...base(), queue] })).rejects.toMatchObject(refused('payloadLimit', 1));
  });

  it.each(OF_HANDLER)('of a handler: %s = %p', async (option, value, options) => {
    const providers = [handlerOf('mail', () => null, options)];
    await expect(start({ imports: [...base(), QueueModule.forRoot()], providers })).rejects.toMatchObject(refused(option, value));
  });
});

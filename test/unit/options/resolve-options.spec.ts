import { describe, expect, it } from '@jest/globals';
import { fixed } from '../../../lib/job/backoff.js';
import type { QueueModuleOptions } from '../../../lib/options/queue-options.js';
import { HANDLER_DEFAULTS, resolveHandler } from '../../../lib/options/handler-options.js';
import { resolveOptions } from '../../../lib/options/resolve-options.js';

const resolve = (options: unknown) => () => resolveOptions(options as QueueModuleOptions);
const LONGEST = 2 ** 31 - 1;

const BAD: [string, unknown, unknown][] = [
  ['workers', 1, { workers: 1 }],
  ['worker', 'yes', { worker: 'yes' }],
  ['worker', null, { worker: null }],
  ['worker.concurency', 3, { worker: { concurency: 3 } }],
  ['worker.concurrency', 0, { worker: { concurrency: 0 } }],
  ['worker.concurrency', 2.5, { worker: { concurrency: 2.5 } }],
  ['worker.concurrency', NaN, { worker: { concurrency: NaN } }],
  ['worker.concurrency', '5', { worker: { concurrency: '5' } }],
  ['worker.concurrency', 10_001, { worker: { concurrency: 10_001 } }],
  ['worker.queues', [], { worker: { queues: [] } }],
  ['worker.queues', 'mail', { worker: { queues: 'mail' } }],
  ['worker.queues', ['a', 'a'], { worker: { queues: ['a', 'a'] } }],
  ['worker.queues[1]', '', { worker: { queues: ['a', ''] } }],
  ['worker.pollInterval', 0, { worker: { pollInterval: 0 } }],
  ['worker.pollInterval', 'soon', { worker: { pollInterval: 'soon' } }],
  ['worker.pollInterval', LONGEST + 1, { worker: { pollInterval: LONGEST + 1 } }],
  ['worker.lease', 99, { worker: { lease: 99 } }],
  ['worker.lease', '30d', { worker: { lease: '30d' } }],
  ['worker.heartbeatInterval', 6_000, { worker: { lease: 10_000, heartbeatInterval: 6_000 } }],
  ['worker.sweepInterval', -1, { worker: { sweepInterval: -1 } }],
  ['worker.shutdownGrace', Infinity, { worker: { shutdownGrace: Infinity } }],
  ['wakeUp', 'no', { wakeUp: 'no' }],
  ['handlers.queue', 'a ', { handlers: { queue: 'a ' } }],
  ['handlers.maxRetries', -1, { handlers: { maxRetries: -1 } }],
  ['handlers.maxRetries', 1.5, { handlers: { maxRetries: 1.5 } }],
  ['handlers.backoff', [], { handlers: { backoff: [] } }],
  ['handlers.backoff', '10s', { handlers: { backoff: '10s' } }],
  ['handlers.backoff', ['10s', -1], { handlers: { backoff: ['10s', -1] } }],
  ['handlers.timeout', 0, { handlers: { timeout: 0 } }],
  ['handlers.abortGrace', -1, { handlers: { abortGrace: -1 } }],
  ['handlers.onWorkerLost', 'ignore', { handlers: { onWorkerLost: 'ignore' } }],
  ['handlers.retries', 3, { handlers: { retries: 3 } }],
  ['queues', ' a', { queues: { ' a': {} } }],
  ['queues.mail.maxPending', -1, { queues: { mail: { maxPending: -1 } } }],
  ['queues.mail.maxPending', '10', { queues: { mail: { maxPending: '10' } } }],
  ['queues.mail.max', 1, { queues: { mail: { max: 1 } } }],
  ['retention', 'week', { retention: 'week' }],
  ['retention', null, { retention: null }],
  ['retention.done', '7d', { retention: { done: '7d' } }],
  ['retention.completed', -1, { retention: { completed: -1 } }],
  ['retention.completed', true, { retention: { completed: true } }],
  ['retention.failed', 'never', { retention: { failed: 'never' } }],
  ['retention.cancelled', Infinity, { retention: { cancelled: Infinity } }],
  ['payloadLimit', 1, { payloadLimit: 1 }],
  ['payloadLimit', '1mb', { payloadLimit: '1mb' }],
  ['resultLimit', -1, { resultLimit: -1 }],
  ['queryTimeout', 50, { queryTimeout: 50 }],
  ['preparedStatements', 1, { preparedStatements: 1 as unknown as boolean }],
  ['worker.prefetch', -1, { worker: { prefetch: -1 } }],
  ['worker.prefetch', 10_001, { worker: { prefetch: 10_001 } }],
];

describe('options', () => {
  it('have a default each', () => {
    expect(resolveOptions()).toEqual({
      worker: {
        queues: null,
        concurrency: 5,
        prefetch: 0,
        pollInterval: 1_000,
        lease: 30_000,
        heartbeatInterval: 10_000,
        sweepInterval: 10_000,
        shutdownGrace: 20_000,
      },
      wakeUp: true,
      handlers: HANDLER_DEFAULTS,
      queues: new Map(),
      retention: { completed: 604_800_000, failed: 2_592_000_000, cancelled: 604_800_000 },
      payloadLimit: 1_048_576,
      resultLimit: 65_536,
      queryTimeout: 10_000,
      preparedStatements: true,
    });
    expect(resolveOptions({ worker: true })).toEqual(resolveOptions({ worker: {} }));
    expect(resolveOptions({ worker: false }).worker).toBeNull();
  });

  it('are taken as given, durations as milliseconds; the heartbeat follows the lease', () => {
    const resolved = resolveOptions({
      worker: { lease: '1m', queues: ['high', 'low'] },
      queues: { mail: { maxPending: 0 }, all: {} },
      queryTimeout: '2s',
    });
    expect(resolved.worker).toMatchObject({ lease: 60_000, heartbeatInterval: 20_000, queues: ['high', 'low'] });
    expect([...resolved.queues]).toEqual([
      ['mail', { maxPending: 0 }],
      ['all', { maxPending: null }],
    ]);
    expect(resolved.queryTimeout).toBe(2_000);
  });

  it('of retention keep for ever where they are false, and may be longer than a timer', () => {
    expect(resolveOptions({ retention: { completed: 0, failed: false, cancelled: '365d' } }).retention).toEqual({
      completed: 0,
      failed: null,
      cancelled: 31_536_000_000,
    });
  });

  it.each(BAD)('that are bad are refused naming option and value: %s = %p', (option, value, options) => {
    expect(resolve(options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', option, value, message: expect.stringContaining(option) }));
  });

  it('are refused where they are no object', () => {
    for (const options of [null, 'x', 5]) expect(resolve(options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });

  it('of a handler go over those of the module, one by one', () => {
    const defaults = { ...HANDLER_DEFAULTS, maxRetries: 7, timeout: 1_000 };
    const backoff = fixed(5);
    expect(resolveHandler({ maxRetries: 0, backoff }, defaults, 'x')).toEqual({ ...defaults, maxRetries: 0, backoff });
    expect(resolveHandler({ backoff: ['1s', '2s'] }, defaults, 'x').backoff({ attempt: 2, error: null })).toBe(2_000);
    expect(() => resolveHandler({ timeout: -1 }, defaults, "@JobHandler('mail')")).toThrow(
      expect.objectContaining({ option: "@JobHandler('mail').timeout" }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope, type Provider } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { JobHandler, type JobContext } from '../../../lib/index.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';

const seen: unknown[] = [];
const worker = { ...BY_HAND };

@JobHandler('plain')
class PlainHandler {
  handle(payload: unknown): void {
    seen.push(payload);
  }
}

class Subclass extends PlainHandler {}

const GIVEN: [string, Provider[]][] = [
  ['a class', [PlainHandler]],
  ['useClass', [{ provide: 'TOKEN', useClass: PlainHandler }]],
  ['useValue', [{ provide: 'TOKEN', useValue: new PlainHandler() }]],
  ['useFactory', [{ provide: 'TOKEN', useFactory: () => new PlainHandler() }]],
  ['an async useFactory', [{ provide: 'TOKEN', useFactory: async () => Promise.resolve(new PlainHandler()) }]],
  ['useExisting', [PlainHandler, { provide: 'TOKEN', useExisting: PlainHandler }]],
  ['the class twice, under two tokens', [PlainHandler, { provide: 'TOKEN', useClass: PlainHandler }]],
];

@Injectable({ scope: Scope.REQUEST })
class PerJob {
  static made = 0;
  readonly number = ++PerJob.made;
  constructor(@Inject(REQUEST) readonly job: JobContext) {}
}

@Injectable()
class Shared {}

@Injectable()
class Between {
  constructor(
    @Inject(PerJob) readonly perJob: PerJob,
    @Inject(Shared) readonly shared: Shared,
  ) {}
}

@JobHandler('deep')
class DeepHandler {
  constructor(
    @Inject(Between) readonly between: Between,
    @Inject(PerJob) readonly perJob: PerJob,
    @Inject(Shared) readonly shared: Shared,
  ) {}

  handle(_payload: unknown, job: JobContext): unknown {
    const { between, perJob, shared } = this;
    return { one: between.perJob === perJob, request: perJob.job === job, shared: between.shared === shared, number: perJob.number };
  }
}

@JobHandler('transient')
@Injectable({ scope: Scope.TRANSIENT })
class TransientHandler {
  calls = 0;
  handle(): number {
    return ++this.calls;
  }
}

@JobHandler('request')
@Injectable({ scope: Scope.REQUEST })
class RequestHandler extends TransientHandler {}

describe('A-WI-6: handlers are found however they are provided', () => {
  const start = queueStarter();

  it.each(GIVEN)('%s', async (_kind, handlers) => {
    const queue = await start({ handlers, queue: { worker } });
    const { job } = await queue.jobs.enqueue('plain', 7);
    await queue.worker?.runOnce();
    expect([await queue.jobs.find(job.id), seen.splice(0)]).toEqual([expect.objectContaining({ status: 'completed' }), [7]]);
  });

  it('in a feature module', async () => {
    class FeatureModule {}
    Module({ providers: [PlainHandler] })(FeatureModule);
    const queue = await start({ imports: [FeatureModule], queue: { worker } });
    await queue.jobs.enqueue('plain', 8);
    await queue.worker?.runOnce();
    expect(seen.splice(0)).toEqual([8]);
  });

  it('an app with none starts, and its jobs stay pending', async () => {
    const queue = await start({ queue: { worker } });
    const { job } = await queue.jobs.enqueue('plain');
    expect(await queue.worker?.runOnce()).toBe(0);
    expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'pending', retryCount: 0 });
  });

  it('a subclass of a handler is none by itself', async () => {
    const queue = await start({ handlers: [Subclass], queue: { worker } });
    const { job } = await queue.jobs.enqueue('plain');
    expect(await queue.worker?.runOnce()).toBe(0);
    expect(await queue.jobs.find(job.id)).toMatchObject({ status: 'pending' });
  });
});

describe('A-WI-1, A-WI-2: request-scoped and transient handlers', () => {
  const start = queueStarter();

  it('get one context for each job: all below it share it, and the job is its REQUEST', async () => {
    const queue = await start({ handlers: [DeepHandler, Between, PerJob, Shared], queue: { worker } });
    const ids = [(await queue.jobs.enqueue('deep')).job.id, (await queue.jobs.enqueue('deep')).job.id];
    await queue.worker?.runOnce();
    const results = await Promise.all(ids.map(async (id) => (await queue.jobs.find(id))?.result as { number: number }));
    for (const result of results) expect(result).toMatchObject({ one: true, request: true, shared: true });
    expect(new Set(results.map(({ number }) => number)).size).toBe(2);
  });

  it.each([
    ['transient', TransientHandler],
    ['request', RequestHandler],
  ])('a %s-scoped handler is made anew for each job', async (type, handler) => {
    const queue = await start({ handlers: [handler], queue: { worker } });
    const ids = [(await queue.jobs.enqueue(type)).job.id, (await queue.jobs.enqueue(type)).job.id];
    await queue.worker?.runOnce();
    for (const id of ids) expect(await queue.jobs.find(id)).toMatchObject({ status: 'completed', result: 1 });
  });
});

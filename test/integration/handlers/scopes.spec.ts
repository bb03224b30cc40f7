import { describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { JobHandler, type JobContext } from '../../../lib/index.js';
import { BY_HAND } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';

const queue = { worker: BY_HAND };

@Injectable({ scope: Scope.REQUEST })
class Tenant {
  constructor(@Inject(REQUEST) readonly job: JobContext) {}
}

@Injectable()
class Repository {
  constructor(@Inject(Tenant) readonly tenant: Tenant) {}
}

@Module({ providers: [Tenant, Repository], exports: [Repository] })
class TenantModule {}

@Injectable()
class Clock {}

@Injectable()
class Accounts {
  constructor(
    @Inject(Repository) readonly repository: Repository,
    @Inject(Clock) readonly clock: Clock,
  ) {}
}

/** Jobs that have begun; each goes on when both have, so that they surely run at the same time. */
class Meeting {
  private readonly arrived: (() => void)[] = [];

  async both(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.arrived.push(resolve);
      if (this.arrived.length === 2) for (const go of this.arrived.splice(0)) go();
    });
  }
}

@JobHandler('account')
class AccountHandler {
  static readonly instances: AccountHandler[] = [];

  constructor(
    @Inject(Accounts) readonly accounts: Accounts,
    @Inject(Meeting) readonly meeting: Meeting,
  ) {}

  async handle(payload: unknown, job: JobContext): Promise<unknown> {
    AccountHandler.instances.push(this);
    await this.meeting.both();
    const { repository, clock } = this.accounts;
    return { payload, jobOfRequest: repository.tenant.job.id, sameContext: repository.tenant.job === job, clock: clock instanceof Clock };
  }
}

@JobHandler('by-factory')
class FactoryHandler {
  constructor(readonly tenant: Tenant) {}

  handle(): string {
    return this.tenant.job.type;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Broken {
  constructor() {
    throw new Error('no tenant');
  }
}

@JobHandler('broken')
class BrokenHandler {
  constructor(@Inject(Broken) readonly broken: Broken) {}

  handle(): void {}
}

describe('A-WI-1: a handler with a request-scoped dependency three levels below, in another module', () => {
  const start = queueStarter();

  it('A-WI-2: two jobs at the same time get an instance and a context each, and every dependency is there', async () => {
    const handlers = [AccountHandler, Accounts, Clock, Meeting];
    const { jobs, worker } = await start({ imports: [TenantModule], handlers, queue });
    const results = await jobs.enqueueMany([0, 1].map((payload) => ({ type: 'account', payload })));
    await worker?.runOnce();
    for (const [payload, { job }] of results.entries()) {
      const result = { payload, jobOfRequest: job.id, sameContext: true, clock: true };
      expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', result });
    }
    expect(new Set(AccountHandler.instances).size).toBe(2);
  });

  it('A-WI-6: a request-scoped factory under the token of its class is found', async () => {
    const handler = { provide: FactoryHandler, scope: Scope.REQUEST, inject: [Tenant], useFactory: (tenant: Tenant) => new FactoryHandler(tenant) };
    const { jobs, worker } = await start({ handlers: [handler, Tenant], queue });
    const { job } = await jobs.enqueue('by-factory');
    await worker?.runOnce();
    expect(await jobs.find(job.id)).toMatchObject({ status: 'completed', result: 'by-factory' });
  });

  it('where the instance for a job cannot be made, the attempt fails and says why; the app goes on', async () => {
    const { jobs, worker } = await start({ handlers: [BrokenHandler, Broken], queue });
    const { job } = await jobs.enqueue('broken', {}, { maxRetries: 0 });
    await worker?.runOnce();
    expect(await jobs.find(job.id)).toMatchObject({ status: 'failed', error: expect.stringContaining('no tenant') });
  });
});

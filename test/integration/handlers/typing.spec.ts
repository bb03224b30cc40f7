import { describe, expect, it } from '@jest/globals';
import { JobHandler, type EnqueueInput, type JobService } from 'nestjs-typeorm-queue';

interface Welcome {
  readonly userId: number;
}

declare module 'nestjs-typeorm-queue' {
  interface JobPayloads {
    'typed-welcome': Welcome;
  }
}

@JobHandler('typed-invoice')
class InvoiceHandler implements JobHandler<{ invoiceId: string }> {
  handle({ invoiceId }: { invoiceId: string }): string {
    return invoiceId;
  }
}

/** Never called: `npm run typecheck` fails where one of these lines is wrong, or an expected error is none. */
async function typed(jobs: JobService): Promise<unknown> {
  const byClass = await jobs.enqueue(InvoiceHandler, { invoiceId: 'a' });
  const byName = await jobs.enqueue('typed-welcome', { userId: 1 });
  const texts: [string, number] = [byClass.job.payload.invoiceId, byName.job.payload.userId];
  // @ts-expect-error The handler takes a text.
  await jobs.enqueue(InvoiceHandler, { invoiceId: 1 });
  // @ts-expect-error The handler needs a payload.
  await jobs.enqueue(InvoiceHandler);
  // @ts-expect-error JobPayloads says a number.
  await jobs.enqueue('typed-welcome', { userId: 'a' });
  // @ts-expect-error JobPayloads knows no such property.
  await jobs.enqueue('typed-welcome', { userId: 1, user: 2 });
  // @ts-expect-error There is no such option.
  await jobs.enqueue('typed-welcome', { userId: 1 }, { prioritty: 'high' });
  await jobs.enqueue('of-another-service', { any: ['thing'] });
  const input: EnqueueInput<'typed-welcome'> = { type: 'typed-welcome', payload: { userId: 1 } };
  // @ts-expect-error Inputs of bulk are typed alike.
  const wrong: EnqueueInput<'typed-welcome'> = { type: 'typed-welcome', payload: { userId: 'a' } };
  return [texts, input, wrong];
}

describe('R2.1: payload types', () => {
  it('come from the handler class, or for names from JobPayloads', () => {
    expect(typed).toBeInstanceOf(Function);
  });
});

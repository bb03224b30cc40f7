import { describe, expect, it } from '@jest/globals';
import { JobHandler } from '../../../lib/index.js';
import { BY_HAND, type QueueApp } from '../../support/queue-app.js';
import { queueStarter } from '../support/apps.js';
import { handlerOf } from '../support/handlers.js';

const queue = { worker: BY_HAND };
const UNPROVIDED = /in no module's providers/;
const warnings = ({ logger }: QueueApp) => logger.texts('warn').filter((text) => UNPROVIDED.test(text));

describe('the shape of a handler', () => {
  const start = queueStarter();
  const resultOf = async ({ jobs, worker }: QueueApp, type: string) => {
    const { job } = await jobs.enqueue(type);
    await worker?.runOnce();
    return (await jobs.find(job.id))?.result;
  };

  it('`handle` may be inherited, or a property of the instance', async () => {
    class Base {
      readonly greeting = 'hello';
      handle(): string {
        return this.greeting;
      }
    }
    @JobHandler('inherited')
    class Inherited extends Base {}
    @JobHandler('property')
    class Property {
      handle = () => 'of the instance';
    }
    const app = await start({ handlers: [Inherited, Property], queue });
    expect([await resultOf(app, 'inherited'), await resultOf(app, 'property')]).toEqual(['hello', 'of the instance']);
  });

  it.each([undefined, null, 5, Symbol('mail')])('a type that is no text (%p) stops the app, and the error names the class', async (type) => {
    const handlers = [handlerOf(type as unknown as string, () => null)];
    await expect(start({ handlers, queue })).rejects.toMatchObject({ code: 'HANDLER_INVALID', handler: 'InlineHandler' });
  });

  it('A-WI-3: two classes for one type are told apart however they are provided', async () => {
    @JobHandler('one-type')
    class First {
      handle(): void {}
    }
    @JobHandler('one-type')
    class Second {
      handle(): void {}
    }
    for (const second of [
      { provide: 'SECOND', useValue: new Second() },
      { provide: 'SECOND', useFactory: () => new Second() },
    ]) {
      const refused = { code: 'HANDLER_DUPLICATE', type: 'one-type', handlers: ['First', 'Second'] };
      await expect(start({ handlers: [First, second], queue })).rejects.toMatchObject(refused);
    }
  });
});

describe('A-BE-1: decorated classes that are no providers', () => {
  const start = queueStarter();

  it('are warned of by name, each once in the life of the process; provided ones are not', async () => {
    const Provided = handlerOf('provided', () => null);
    @JobHandler('provided')
    class OldHandler {
      handle(): void {}
    }
    @JobHandler('forgotten')
    class ForgottenHandler {
      handle(): void {}
    }
    const texts = warnings(await start({ handlers: [Provided], queue }));
    expect(texts).toEqual([OldHandler, ForgottenHandler].map(({ name }) => expect.stringMatching(new RegExp(`^${name} has @JobHandler`))));
    expect(warnings(await start({ handlers: [Provided], queue }))).toEqual([]);
  });
});

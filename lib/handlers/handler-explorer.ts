import { ContextIdFactory, type DiscoveryService, type ModuleRef } from '@nestjs/core';
import { InvalidHandlerError } from '../errors/invalid-handler.error.js';
import { InvalidInputError } from '../errors/invalid-input.error.js';
import { checkType } from '../job/name.js';
import type { ResolvedHandler } from '../options/resolved-options.js';
import { handlerMetadata, markProvided, resolveDeclared, type HandlerMetadata } from './handler-metadata.js';
import type { HandlerRegistry, RegisteredHandler } from './handler-registry.js';
import type { JobContext } from './job-context.js';
import type { JobHandler } from './job-handler.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** Finds the decorated providers of the app, whichever module and kind of provider they come from. */
export class HandlerExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly moduleRef: ModuleRef,
    private readonly defaults: ResolvedHandler,
  ) {}

  /**
   * Adds the handlers that belong to the QueueModule of this name.
   * @param modules names of all QueueModules of the app
   * @throws DuplicateHandlerError, InvalidHandlerError, InvalidOptionError
   */
  explore(registry: HandlerRegistry, moduleName: string | null, modules: readonly (string | null)[]): void {
    for (const wrapper of this.discovery.getProviders()) {
      const target = decoratedClassOf(wrapper);
      const metadata = handlerMetadata(target);
      if (!target || !metadata) continue;
      markProvided(target);
      const wanted = metadata.options.module ?? null;
      if (wanted !== null && !modules.includes(wanted)) {
        throw new InvalidHandlerError(target.name, `names the QueueModule "${wanted}", which the app does not import`);
      }
      if (wanted === moduleName) registry.add(this.register(wrapper, target, metadata));
    }
  }

  private register(wrapper: Wrapper, target: DecoratedClass, metadata: HandlerMetadata): RegisteredHandler {
    const { type } = metadata;
    checkShape(type, target, wrapper);
    return {
      type,
      className: target.name,
      target,
      options: resolveDeclared(metadata, this.defaults),
      instance: isShared(wrapper) ? (wrapper.instance as JobHandler) : null,
      instanceFor: (context) => this.instanceOf(wrapper, context),
    };
  }

  /** One context for each job, so that request-scoped providers below share it; the job is its request. */
  private instanceOf(wrapper: Wrapper, context: JobContext): Promise<JobHandler> {
    const contextId = ContextIdFactory.create();
    this.moduleRef.registerRequestByContextId(context, contextId);
    return this.moduleRef.resolve<JobHandler>(wrapper.token, contextId, { strict: false });
  }
}

interface DecoratedClass {
  readonly name: string;
  readonly prototype: unknown;
}

/** For a value or a factory the class of what it gives; where a test puts a double in its place, the token still is the class. */
function decoratedClassOf(wrapper: Wrapper): DecoratedClass | undefined {
  const { instance, metatype, token } = wrapper as { instance?: object | null; metatype?: unknown; token: unknown };
  return [metatype, instance?.constructor, token].find((candidate) => handlerMetadata(candidate) !== undefined) as DecoratedClass | undefined;
}

function isShared(wrapper: Wrapper): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

function checkShape(type: string, target: DecoratedClass, wrapper: Wrapper): void {
  try {
    checkType(type);
  } catch (error) {
    if (error instanceof InvalidInputError) throw new InvalidHandlerError(target.name, `has a job type that ${error.reason}`);
    throw error;
  }
  const methods = [target.prototype, isShared(wrapper) ? (wrapper.instance as unknown) : null] as ({ handle?: unknown } | null | undefined)[];
  if (!methods.some((holder) => typeof holder?.handle === 'function')) throw new InvalidHandlerError(target.name, 'has no method `handle`');
}

import 'reflect-metadata';
import { resolveHandler } from '../options/handler-options.js';
import type { ResolvedHandler } from '../options/resolved-options.js';
import type { JobHandlerOptions } from './job-handler-options.js';

export interface HandlerMetadata {
  readonly type: string;
  readonly options: JobHandlerOptions;
}

const KEY = 'nestjs-typeorm-queue:handler';
/** Decorated classes that no app of this process has provided yet. */
const unprovided = new Set<object>();

export function describeHandler(target: object, metadata: HandlerMetadata): void {
  Reflect.defineMetadata(KEY, metadata, target);
  unprovided.add(target);
}

/** What `@JobHandler` said of exactly this class: a subclass is no handler by itself. */
export function handlerMetadata(target: unknown): HandlerMetadata | undefined {
  if (typeof target !== 'function') return undefined;
  return Reflect.getOwnMetadata(KEY, target) as HandlerMetadata | undefined;
}

/** The options of a handler over the module's defaults. @throws InvalidOptionError */
export function resolveDeclared({ type, options: { module: _module, ...own } }: HandlerMetadata, defaults: ResolvedHandler): ResolvedHandler {
  return resolveHandler(own, defaults, `@JobHandler('${type}')`);
}

export function markProvided(target: object): void {
  unprovided.delete(target);
}

/** Names of decorated classes that are in no module's providers; each is told once. */
export function takeUnprovided(): string[] {
  const names = [...unprovided].map((target) => (target as { name: string }).name);
  unprovided.clear();
  return names;
}

import { InvalidInputError } from '../errors/invalid-input.error.js';
import { PayloadTooLargeError } from '../errors/too-large.error.js';
import type { HandlerRegistry } from '../handlers/handler-registry.js';
import { handlerMetadata, resolveDeclared } from '../handlers/handler-metadata.js';
import { toMilliseconds } from '../job/duration.js';
import { toJson } from '../job/json.js';
import { checkName, checkOwner, checkQueue, checkType, KEY_LIMIT } from '../job/name.js';
import { toPriority } from '../job/priority.js';
import { byteLength } from '../job/text.js';
import { UuidV7 } from '../job/uuid-v7.js';
import type { ResolvedHandler, ResolvedOptions } from '../options/resolved-options.js';
import type { NewJob } from '../store/job-store.js';
import type { EnqueueInput, JobOptions } from './enqueue-options.js';
import type { JobType } from './job-payloads.js';

const MOST_RETRIES = 2 ** 31 - 1;
/** The year 9999. */
const LATEST = Date.UTC(9999, 11, 31);

/** Makes a checked job of an input. Every check names its field, and runs before the database is asked. */
export class JobFactory {
  private readonly ids = new UuidV7();

  constructor(
    private readonly registry: HandlerRegistry,
    private readonly options: Pick<ResolvedOptions, 'handlers' | 'payloadLimit'>,
  ) {}

  /** @throws InvalidInputError, PayloadTooLargeError */
  create({ type: given, payload, ...options }: EnqueueInput): NewJob {
    const type = checkType(typeOf(given));
    const handler = this.registry.get(type)?.options ?? this.declared(given);
    return {
      id: this.ids.next(),
      type,
      queue: checkQueue(options.queue ?? handler.queue),
      ...this.payload(payload),
      priority: toPriority(options.priority ?? 0),
      maxRetries: checkRetries(options.maxRetries ?? handler.maxRetries),
      idempotencyKey: optional(options.idempotencyKey, (key) => checkName(key, 'idempotencyKey', KEY_LIMIT)),
      owner: optional(options.owner, checkOwner),
      ...when(options),
    };
  }

  /** A class says its options even where this process does not provide it. */
  private declared(type: JobType): ResolvedHandler {
    const metadata = handlerMetadata(type);
    return metadata ? resolveDeclared(metadata, this.options.handlers) : this.options.handlers;
  }

  private payload(given: unknown): Pick<NewJob, 'payload' | 'payloadJson'> {
    const { text, value } = toJson(given === undefined ? {} : given, 'payload');
    const size = byteLength(text);
    if (size > this.options.payloadLimit) throw new PayloadTooLargeError(size, this.options.payloadLimit);
    return { payload: value, payloadJson: text };
  }
}

function typeOf(type: JobType): string {
  if (typeof type !== 'function') return type;
  const metadata = handlerMetadata(type);
  if (!metadata) throw new InvalidInputError('type', `is the class ${type.name}, which has no @JobHandler decorator`);
  return metadata.type;
}

/** The instant to run at, or the time from now. */
export function when({ delay, runAt }: Pick<JobOptions, 'delay' | 'runAt'>): { runAt: number | null; delay: number } {
  if (runAt === undefined) return { runAt: null, delay: delay === undefined ? 0 : toMilliseconds(delay, 'delay') };
  if (delay !== undefined) throw new InvalidInputError('delay', 'must not be given together with runAt');
  const instant = runAt instanceof Date ? runAt.getTime() : NaN;
  if (!(instant >= 0 && instant <= LATEST)) throw new InvalidInputError('runAt', 'must be a valid Date from 1970 to 9999');
  return { runAt: instant, delay: 0 };
}

function checkRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= MOST_RETRIES) return maxRetries;
  throw new InvalidInputError('maxRetries', `must be a whole number from 0 to ${MOST_RETRIES}`);
}

function optional(name: string | null | undefined, check: (name: string) => string): string | null {
  return name === undefined || name === null ? null : check(name);
}

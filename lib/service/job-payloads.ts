import type { JobHandlerClass } from '../handlers/job-handler.js';

/**
 * Payload types by job type, for calls that name the type as a text. Declare yours:
 * `declare module 'nestjs-typeorm-queue' { interface JobPayloads { 'send-invoice': { invoiceId: number } } }`
 */
export interface JobPayloads {}

/** A job type: its name, or the class that handles it. */
export type JobType = string | JobHandlerClass;

/** The payload that belongs to a type; any JSON value where nothing says more. */
export type PayloadOf<Type> = Type extends keyof JobPayloads
  ? JobPayloads[Type]
  : Type extends abstract new (...args: never[]) => { handle(payload: infer Payload, ...rest: never[]): unknown }
    ? Payload
    : unknown;

/** A name that JobPayloads says nothing of: declared ones must come with their payload. */
export type Undeclared<Type extends string> = Type extends keyof JobPayloads ? never : Type;

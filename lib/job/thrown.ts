import { cutToBytes, storable } from './text.js';

/** Longest technical error that is stored, in UTF-8 bytes. */
export const ERROR_LIMIT = 16 * 1024;

/** A readable, storable, bounded text of whatever a handler threw; never throws itself. */
export function describeThrown(thrown: unknown): string {
  return cutToBytes(
    storable(
      cutToBytes(
        safely(() => textOf(thrown)),
        ERROR_LIMIT,
      ),
    ),
    ERROR_LIMIT,
  );
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Error || isErrorLike(thrown)) return textOfError(thrown);
  if (typeof thrown === 'string') return thrown === '' ? 'an empty string was thrown' : thrown;
  if (typeof thrown === 'object' && thrown !== null) return `an object was thrown (${Object.prototype.toString.call(thrown)})`;
  return `${String(thrown)} was thrown`;
}

function textOfError({ stack, name, message }: { stack?: unknown; name: unknown; message: unknown }): string {
  return typeof stack === 'string' && stack !== '' ? stack : `${String(name)}: ${String(message)}`;
}

function isErrorLike(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && typeof (thrown as Error).message === 'string' && typeof (thrown as Error).name === 'string';
}

function safely(read: () => string): string {
  try {
    return read();
  } catch {
    return 'something unreadable was thrown';
  }
}

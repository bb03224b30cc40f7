import { InvalidInputError } from './invalid-input.error.js';

/** A payload is over the size limit; nothing was stored. Keep large data elsewhere and enqueue a reference to it. */
export class PayloadTooLargeError extends InvalidInputError {
  override readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(
    /** Size of the payload's JSON in UTF-8 bytes. */
    readonly size: number,
    /** The limit in bytes (option `payloadLimit`). */
    readonly limit: number,
    field = 'payload',
  ) {
    super(field, `is ${size} bytes of JSON, over the limit of ${limit} (option payloadLimit); enqueue a reference instead`);
  }

  override at(index: number): PayloadTooLargeError {
    return new PayloadTooLargeError(this.size, this.limit, `jobs[${index}].${this.field}`);
  }
}

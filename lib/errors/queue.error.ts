/**
 * Base of every error that this package throws. `code` is stable: branch on it, never on the message.
 * Messages and details hold no payload, secret or SQL parameter.
 */
export abstract class QueueError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

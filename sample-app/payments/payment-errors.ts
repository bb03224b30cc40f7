/** The gateway will not charge this card, however often it is asked. */
export class CardDeclinedError extends Error {
  override readonly name = 'CardDeclinedError';
}

/** The gateway has too much to do. */
export class GatewayBusyError extends Error {
  override readonly name = 'GatewayBusyError';

  constructor(
    /** Milliseconds that the gateway asks to wait; null where it does not say. */
    readonly retryAfter: number | null,
  ) {
    super('The payment gateway has too many requests.');
  }
}

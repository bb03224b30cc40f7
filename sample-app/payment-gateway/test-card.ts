import { HttpException, HttpStatus } from '@nestjs/common';

interface Refusal {
  readonly error: HttpException;
  readonly retryAfter?: string | undefined;
}

const DECLINED: Refusal = { error: new HttpException('The card was declined.', HttpStatus.PAYMENT_REQUIRED) };

/** `declined`; `busy`; `busy-120`, which asks to wait for 120 seconds. Every other card is charged. */
export function refusalOf(card: string): Refusal | null {
  if (card === 'declined') return DECLINED;
  const [busy, retryAfter] = /^busy(?:-(\d+))?$/.exec(card) ?? [];
  return busy === undefined ? null : { error: new HttpException('Too many requests.', HttpStatus.TOO_MANY_REQUESTS), retryAfter };
}

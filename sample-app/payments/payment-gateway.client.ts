import { Injectable } from '@nestjs/common';
import type { Invoice } from '../invoices/invoice.entity.js';
import { OwnServer } from './own-server.js';
import { CardDeclinedError, GatewayBusyError } from './payment-errors.js';
import { retryAfter } from './retry-after.js';

/** Calls the payment endpoint over HTTP. */
@Injectable()
export class PaymentGatewayClient {
  constructor(private readonly server: OwnServer) {}

  /**
   * Takes the invoice's amount. The reference makes that once, also where an earlier attempt charged and its answer was lost.
   * @throws CardDeclinedError, GatewayBusyError; Error for any other answer.
   */
  async charge(invoice: Invoice, card: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${await this.server.url(signal)}/payment-gateway/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card, reference: invoice.number, amountCents: invoice.amountCents }),
      signal,
    });
    if (response.status === 402) throw new CardDeclinedError('The card was declined.');
    if (response.status === 429) throw new GatewayBusyError(retryAfter(response.headers.get('retry-after')));
    if (!response.ok) throw new Error(`The payment gateway answered ${response.status}.`);
  }
}

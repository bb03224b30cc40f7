import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { Invoice } from '../invoices/invoice.entity.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { PaymentGatewayClient } from './payment-gateway.client.js';

/** What both payment jobs are enqueued with. */
export interface Payment {
  readonly invoiceId: number;
  readonly card: string;
}

@Injectable()
export class PaymentsService {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly gateway: PaymentGatewayClient,
    private readonly transactions: Transactions,
  ) {}

  /** @throws CardDeclinedError, GatewayBusyError */
  async pay({ invoiceId, card }: Payment, signal: AbortSignal): Promise<{ charged: boolean }> {
    const invoice = await this.invoices.get(invoiceId);
    if (invoice.payment === 'paid') return { charged: false };
    await this.gateway.charge(invoice, card, signal);
    await this.transactions.run((manager) => manager.update(Invoice, { id: invoiceId }, { payment: 'paid' }));
    return { charged: true };
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InvoicesService, type NewInvoice } from './invoices.service.js';

const FIRST_INVOICES: readonly NewInvoice[] = [
  { customer: 'Blue Door Bakery', email: 'office@bakery.example', amountCents: 12_900 },
  { customer: 'Harbour Bicycles', email: 'accounts@bicycles.example', amountCents: 48_050 },
  { customer: 'Café "Zwei, drei"', email: 'post@cafe.example', amountCents: 7_425 },
];

/** Gives an empty database something to look at. */
@Injectable()
export class InvoiceSeeder implements OnApplicationBootstrap {
  constructor(private readonly invoices: InvoicesService) {}

  async onApplicationBootstrap(): Promise<void> {
    if ((await this.invoices.list()).length > 0) return;
    for (const invoice of FIRST_INVOICES) await this.invoices.create(invoice);
  }
}

import type { Invoice } from './invoice.entity.js';

export type InvoiceView = Pick<Invoice, 'id' | 'number' | 'customer' | 'email' | 'amountCents' | 'delivery' | 'payment'>;

export function toInvoiceView({ id, number, customer, email, amountCents, delivery, payment }: Invoice): InvoiceView {
  return { id, number, customer, email, amountCents, delivery, payment };
}

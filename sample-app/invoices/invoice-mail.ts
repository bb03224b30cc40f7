import { formatAmount } from '../common/money.js';
import { renderPdf } from '../common/pdf.js';
import type { Mail } from '../mail/mailer.js';
import type { Invoice } from './invoice.entity.js';

/** The mail with the invoice as a PDF. */
export async function composeInvoiceMail(invoice: Invoice): Promise<Omit<Mail, 'key'>> {
  const amount = formatAmount(invoice.amountCents);
  const pdf = await renderPdf(`Invoice ${invoice.number}`, [`To: ${invoice.customer}`, `Amount due: ${amount}`]);
  return {
    to: invoice.email,
    subject: `Invoice ${invoice.number}`,
    text: `Dear ${invoice.customer},\n\nplease find attached your invoice ${invoice.number} over ${amount}.\n`,
    attachments: [{ filename: `${invoice.number}.pdf`, content: pdf, contentType: 'application/pdf' }],
  };
}

import { formatAmount } from '../common/money.js';
import { renderPdf } from '../common/pdf.js';
import type { Invoice } from '../invoices/invoice.entity.js';
import type { ReportFormat } from './report-format.js';

type Render = (invoices: readonly Invoice[]) => Promise<Buffer>;

/** All invoices as a file of each format. */
export const RENDERERS: Readonly<Record<ReportFormat, Render>> = {
  csv: (invoices) => Promise.resolve(Buffer.from([HEADER, ...invoices.map(toCells)].map(toLine).join(''))),
  pdf: (invoices) => renderPdf('Invoices', [...invoices.map(toText), `Total: ${formatAmount(total(invoices))}`]),
};

const HEADER = ['number', 'customer', 'amount_cents', 'delivery', 'payment'];

function toCells({ number, customer, amountCents, delivery, payment }: Invoice): string[] {
  return [number, customer, String(amountCents), delivery, payment];
}

/** RFC 4180. */
function toLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

function toText({ number, customer, amountCents, payment }: Invoice): string {
  return `${number}  ${customer}  ${formatAmount(amountCents)}  ${payment}`;
}

function total(invoices: readonly Invoice[]): number {
  return invoices.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';

/** A page with a title and lines below it. */
export function renderPdf(title: string, lines: readonly string[]): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', info: { Title: title } });
  const rendered = buffer(pdf);
  pdf.fontSize(20).text(title).moveDown().fontSize(11);
  for (const line of lines) pdf.text(line);
  pdf.end();
  return rendered;
}

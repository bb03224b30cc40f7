import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of the mail that this job delivered, where it names the invoice. */
export async function findMail(mailbox: string, jobId: string, invoiceNumber: string): Promise<string | null> {
  const path = join(mailbox, `${jobId}.eml`);
  const mail = await readFile(path, 'latin1').catch(() => '');
  return mail.includes(`Subject: Invoice ${invoiceNumber}\r\n`) ? path : null;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A delivered mail, as its file says. */
export interface DeliveredMail {
  readonly to: string;
  readonly subject: string;
  readonly source: string;
  /** The attached file. */
  readonly attachment: Buffer;
}

/** The mails in the sample's mailbox whose subject contains this text. */
export async function mailsAbout(folder: string, text: string): Promise<DeliveredMail[]> {
  const mailbox = join(folder, 'mailbox');
  const names = await readdir(mailbox);
  const mails = await Promise.all(names.map(async (name) => toMail(await readFile(join(mailbox, name), 'latin1'))));
  return mails.filter(({ subject }) => subject.includes(text));
}

function toMail(source: string): DeliveredMail {
  const encoded = /Content-Disposition: attachment[^]*?\r\n\r\n([^]*?)\r\n--/.exec(source)?.[1] ?? '';
  return { to: header(source, 'To'), subject: header(source, 'Subject'), source, attachment: Buffer.from(encoded, 'base64') };
}

function header(source: string, name: string): string {
  return new RegExp(`^${name}: (.*?)\\r$`, 'm').exec(source)?.[1] ?? '';
}

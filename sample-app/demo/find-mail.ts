import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a delivered mail whose subject ends with this text. */
export async function findMail(mailbox: string, subjectEnd: string): Promise<string | null> {
  const names = (await readdir(mailbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  for (const path of names.map((name) => join(mailbox, name))) {
    const subject = /^Subject: (.*)$/m.exec(await readFile(path, 'latin1'))?.[1]?.trim();
    if (subject?.endsWith(subjectEnd)) return path;
  }
  return null;
}

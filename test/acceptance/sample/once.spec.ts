import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { spawnScript } from '../../support/processes.js';
import { mailsAbout } from './support/mails.js';
import { pdfText } from './support/pdf-text.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';

describe('npm run sample -- --once', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    beforeEach(async () => {
      home = await sampleHome(db);
    });
    afterEach(() => home.drop());

    const run = async () => {
      const child = spawnScript('sample-app/main.js', { argv: ['--once'], env: home.env });
      return { exit: await child.exit, stdout: child.stdout, stderr: child.stderr };
    };

    it('prints pending, running and completed in order, delivers the invoice as a mail, and ends with 0; also the second time', async () => {
      const numbers = [];
      for (const { exit, stdout, stderr } of [await run(), await run()]) {
        expect({ exit, stderr }).toEqual({ exit: { code: 0, signal: null }, stderr: '' });
        const number = /INV-\d{5}/.exec(stdout)?.[0] ?? 'none';
        expect(stdout.match(/^ {2}\w+$/gm)).toEqual(['  pending', '  running', '  completed']);
        const [mail] = await mailsAbout(home.folder, number);
        expect(mail?.source).toContain(`please find attached your invoice ${number}`);
        expect(pdfText(mail?.attachment as Buffer)).toContain(`Invoice ${number}`);
        numbers.push(number);
      }
      expect(new Set(numbers).size).toBe(2);
    });

    it('ends with 1 where no mail can be delivered', async () => {
      await writeFile(join(home.folder, 'mailbox'), 'a file where the folder of mails should be');
      const { exit, stdout } = await run();
      expect(exit).toEqual({ code: 1, signal: null });
      expect(stdout.match(/^ {2}\w+$/gm)).toEqual(['  pending', '  running', '  pending']);
    });
  });
});

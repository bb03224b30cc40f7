import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eachDatabase } from '../../support/databases.js';
import { mailsAbout } from './support/mails.js';
import { pdfText } from './support/pdf-text.js';
import { sampleHome, type SampleHome } from './support/sample-home.js';
import { Sample } from './support/sample.js';

describe('the sample app makes reports', () => {
  eachDatabase((db) => {
    let home: SampleHome;
    let sample: Sample;
    beforeAll(async () => {
      home = await sampleHome(db);
      sample = await Sample.start(home);
    });
    afterAll(async () => {
      await sample.stop();
      await home.drop();
    });

    /** The file on disk, and the same as the mail brought it. */
    const report = async (format: string): Promise<{ file: Buffer; mailed: Buffer }> => {
      const { status, body } = await sample.post<{ id: string }>('/reports', { format });
      expect(status).toBe(202);
      const { result } = await sample.until(body.id, 'completed', 'failed');
      await sample.until(String(result?.['mailJobId']), 'completed');
      const [mail] = await mailsAbout(home.folder, `(${format})`);
      return { file: await readFile(join(home.folder, 'reports', String(result?.['file']))), mailed: mail?.attachment as Buffer };
    };

    it('as a CSV file, quoted where it must be, which the mail carries', async () => {
      const { file, mailed } = await report('csv');
      const lines = file.toString().split('\r\n');
      expect(lines[0]).toBe('number,customer,amount_cents,delivery,payment');
      expect(lines[1]).toBe('INV-00001,Blue Door Bakery,12900,draft,open');
      expect(lines[3]).toBe('INV-00003,"Café ""Zwei, drei""",7425,draft,open');
      expect(lines[4]).toBe('INV-00004,Corner Bookshop,25000,sent,open');
      expect(lines.slice(5)).toEqual(['']);
      expect(mailed.equals(file)).toBe(true);
    });

    it('as a PDF file, which the mail carries', async () => {
      const { file, mailed } = await report('pdf');
      expect(pdfText(file).split('\n')).toEqual(['Invoices', expect.stringContaining('INV-00001  Blue Door Bakery  129.00 EUR'), ...rest]);
      expect(mailed.equals(file)).toBe(true);
    });
  });
});

const rest = [
  'INV-00002  Harbour Bicycles  480.50 EUR  open',
  'INV-00003  Café "Zwei, drei"  74.25 EUR  open',
  'INV-00004  Corner Bookshop  250.00 EUR  open',
  'Total: 933.75 EUR',
];

import { inflateSync } from 'node:zlib';

const STREAM = /\/Filter \/FlateDecode\s*>>\s*stream\r?\n([^]*?)\r?\nendstream/g;

/** The text that a PDF shows, where it is written in one of the standard fonts. @throws Error where it is no whole PDF. */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString('latin1');
  if (!/^%PDF-1\.\d[^]*%%EOF\s*$/.test(source)) throw new Error('This is not a whole PDF.');
  const pages = [...source.matchAll(STREAM)].map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'));
  return pages
    .flatMap((page) =>
      page
        .split('\n')
        .filter((line) => line.endsWith('TJ'))
        .map(shown),
    )
    .join('\n');
}

/** Text is written as `[<hex> kerning <hex> ...] TJ`. */
function shown(line: string): string {
  return [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentation } from '../../support/doc-examples.js';
import { projectRoot } from '../../support/paths.js';

const CODE = /\b[A-Z]+_[A-Z_]+\b(?=')/g;

/** Every code that is written in these sources. */
async function codesIn(...paths: string[]): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => readFile(join(projectRoot, path), 'utf8')));
  return texts.flatMap((text) => text.match(CODE) ?? []);
}

describe.each(['README.md', 'docs/errors.md'])('%s', (page) => {
  it('names every code that an error can have', async () => {
    const files = (await readdir(join(projectRoot, 'lib/errors'))).map((file) => `lib/errors/${file}`);
    const codes = await codesIn(...files);
    const text = (await documentation()).get(page) ?? '';
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });
});

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { documentation, examplesOf, typeErrors } from '../../support/doc-examples.js';
import { projectRoot } from '../../support/paths.js';

const LINK = /\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g;

describe('README.md and docs/', () => {
  let pages: Map<string, string>;
  beforeAll(async () => {
    pages = await documentation();
  });

  it('every TypeScript block compiles against the package', async () => {
    const examples = [...pages].flatMap(([page, markdown]) => examplesOf(page, markdown));
    expect(examples.filter(({ path }) => path.startsWith('README/')).length).toBeGreaterThan(4);
    await expect(typeErrors(examples)).resolves.toEqual([]);
  });

  it('every link to a file leads to one', () => {
    const broken = [...pages].flatMap(([page, markdown]) =>
      [...markdown.matchAll(LINK)].map(([, target = '']) => join(dirname(page), target)).filter((target) => !existsSync(join(projectRoot, target))),
    );
    expect(broken).toEqual([]);
  });
});

describe('the check of examples', () => {
  const page = [
    '# Title',
    '<!-- example: names -->',
    '',
    '```ts',
    `export const type = 'send-invoice';`,
    '```',
    '```ts',
    `import { JobHandler } from 'nestjs-typeorm-queue';`,
    `import { type } from './names.js';`,
    '@JobHandler(type, { maxRetry: 3 })',
    'export class Handler {}',
    '```',
    '```bash',
    'npm ci',
    '```',
  ].join('\n');

  it('names the page and the block of an error, and lets blocks import named ones', async () => {
    const errors = await typeErrors(examplesOf('docs/page.md', page));
    expect(errors).toEqual([expect.stringMatching(/^docs\/page\/line-7\.ts\(3,\d+\): error TS\d+: .*maxRetry/)]);
  });
});

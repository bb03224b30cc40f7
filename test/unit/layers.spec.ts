import { describe, expect, it } from '@jest/globals';
import { lint, type Sources } from '../support/lint-sandbox.js';

const value = 'export const value = 1;\n';

/** One file of each layer, importing what it may. */
const clean: Sources = {
  'lib/index.ts': `export { start } from './queue.module.js';\n`,
  'lib/queue.module.ts': `import { getDataSourceToken } from '@nestjs/typeorm';\n${uses('service/a', 'worker/a', 'maintenance/a', 'store/typeorm/a')}export const start = [${names(4)}, getDataSourceToken];\n`,
  'lib/errors/a.ts': value,
  'lib/job/a.ts': `import { randomUUID } from 'node:crypto';\n${using('../errors/a')}export const id = randomUUID;\n`,
  'lib/options/a.ts': using('../job/a-value', '../errors/a'),
  'lib/job/a-value.ts': value,
  'lib/store/a.ts': using('../job/a-value', '../errors/a'),
  'lib/store/typeorm/a.ts': `import { DataSource } from 'typeorm';\n${using('../a', '../../job/a-value')}export const source = DataSource;\n`,
  'lib/signals/a.ts': using('../job/a-value'),
  'lib/scheduling/a.ts': using('../options/a', '../errors/a'),
  'lib/handlers/a.ts': `import { Injectable } from '@nestjs/common';\n${using('../store/a', '../options/a')}export const injectable = Injectable;\n`,
  'lib/service/a.ts': using('../handlers/a', '../store/a', '../signals/a', '../scheduling/a'),
  'lib/worker/a.ts': using('../handlers/a', '../store/a', '../signals/a', '../scheduling/a'),
  'lib/maintenance/a.ts': using('../handlers/a', '../store/a', '../signals/a', '../scheduling/a'),
  'lib/http/a.ts': `import { start } from '../index.js';\nexport const value = start;\n`,
};

/** What must be reported, the file that is planted, and its text. */
const violations: [reported: string, file: string, text: string][] = [
  ['no-floating-promises', 'lib/worker/x1.ts', 'async function work(): Promise<void> {}\nexport function go(): void {\n  work();\n}\n'],
  ['no-misused-promises', 'lib/worker/x2.ts', 'export function go(work: () => Promise<void>): void {\n  [1].forEach(work);\n}\n'],
  ['await-thenable', 'lib/worker/x3.ts', 'export async function go(): Promise<void> {\n  await 1;\n}\n'],
  ['no-cycle', 'lib/errors/cycle-a.ts', using('./cycle-b')],
  ['no-cycle', 'lib/errors/cycle-b.ts', using('./cycle-a')],
  ['no-default-export', 'lib/job/x4.ts', 'export default 1;\n'],
  ['lib/job may not import lib/store', 'lib/job/x5.ts', using('../store/a')],
  ['lib/errors may not import lib/job', 'lib/errors/x6.ts', using('../job/a-value')],
  ['it imports no packages', 'lib/job/x7.ts', `import { of } from 'rxjs';\nexport const value = of;\n`],
  ['it imports no packages', 'lib/job/x8.ts', `import { readFileSync } from 'node:fs';\nexport const value = readFileSync;\n`],
  ['lib/options may not import lib/handlers', 'lib/options/x9.ts', using('../handlers/a')],
  ['lib/store may not import lib/options', 'lib/store/x10.ts', using('../options/a')],
  ['lib/service may not import lib/worker', 'lib/service/x11.ts', using('../worker/a')],
  ['lib/worker may not import lib/maintenance', 'lib/worker/deep/x12.ts', using('../../maintenance/a')],
  ['lib/maintenance may not import lib/service', 'lib/maintenance/x13.ts', using('../service/a')],
  ['lib/store may not import lib/worker', 'lib/store/typeorm/deep/x14.ts', using('../../../worker/a')],
  ['Only the composition root imports the TypeORM store', 'lib/service/x15.ts', using('../store/typeorm/a')],
  ['Only the composition root imports the TypeORM store', 'lib/store/x16.ts', using('./typeorm/a')],
  ['Only lib/store/typeorm imports typeorm', 'lib/service/x17.ts', `import { DataSource } from 'typeorm';\nexport const value = DataSource;\n`],
  ['Only lib/store/typeorm imports typeorm', 'lib/service/x18.ts', `import type { DataSource } from 'typeorm';\nexport type Value = DataSource;\n`],
  ['Only lib/store/typeorm imports typeorm', 'lib/queue.providers.ts', `export { DataSource } from 'typeorm';\n`],
  [
    'the composition root import @nestjs/typeorm',
    'lib/worker/x19.ts',
    `import { InjectDataSource } from '@nestjs/typeorm';\nexport const value = InjectDataSource;\n`,
  ],
  ['Layers do not import the module', 'lib/worker/x20.ts', `import { start } from '../queue.module.js';\nexport const value = start;\n`],
  ['lib/worker may not import lib/http', 'lib/worker/x23.ts', using('../http/a')],
  ['Integrations use the public surface', 'lib/http/x21.ts', using('../service/a')],
  ['import the file itself', 'lib/service/x22.ts', `import { start } from 'nestjs-typeorm-queue';\nexport const value = start;\n`],
];

describe('the layers of lib/', () => {
  let planted: Promise<string[]> | undefined;

  it('may import what the design allows', async () => {
    expect(await lint(clean)).toEqual([]);
  });

  it.each(violations)('are guarded: "%s" is reported in %s', async (reported, file) => {
    planted ??= lint({ ...clean, ...Object.fromEntries(violations.map(([, path, text]) => [path, text])) });
    expect((await planted).filter((finding) => finding.startsWith(`${file}:`))).toContainEqual(expect.stringContaining(reported));
  });
});

/** Imports `value` of each file, and uses it. */
function using(...files: string[]): string {
  return `${files.map((file, n) => `import { value as v${n} } from '${file}.js';\n`).join('')}export const value = [${names(files.length)}].length;\n`;
}

function uses(...files: string[]): string {
  return files.map((file, n) => `import { value as v${n} } from './${file}.js';\n`).join('');
}

function names(count: number): string {
  return Array.from({ length: count }, (_, n) => `v${n}`).join(', ');
}

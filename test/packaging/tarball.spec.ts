import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../support/paths.js';

const run = promisify(execFile);
const PACKAGE = 'nestjs-typeorm-queue';

/** The same app for both module systems: enqueues a job on SQLite and prints what its handler returned. */
const app = (imports: string) => `${imports}
class Handler { handle({ n }) { return { doubled: 2 * n }; } }
JobHandler('double')(Handler);
class AppModule {}
Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', autoLoadEntities: true, migrations: queueMigrations, migrationsRun: true }),
    ScheduleModule.forRoot(),
    QueueModule.forRoot(),
  ],
  providers: [Handler],
})(AppModule);
(async () => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const { job } = await app.get(JobService).enqueue('double', { n: 21 });
  await app.get(Worker, { strict: false }).runOnce();
  process.stdout.write(JSON.stringify((await app.get(JobService).find(job.id)).result));
  await app.close();
})();
`;
const NAMES = [
  ['{ Module }', '@nestjs/common'],
  ['{ NestFactory }', '@nestjs/core'],
  ['{ ScheduleModule }', '@nestjs/schedule'],
  ['{ TypeOrmModule }', '@nestjs/typeorm'],
  ['{ JobHandler, JobService, QueueModule, queueMigrations, Worker }', PACKAGE],
];
const ESM = app(["import 'reflect-metadata';", ...NAMES.map(([names, from]) => `import ${names} from '${from}';`)].join('\n'));
const COMMON_JS = app(["require('reflect-metadata');", ...NAMES.map(([names, from]) => `const ${names} = require('${from}');`)].join('\n'));

describe('A-WI-7: the packed package in an app of its own', () => {
  let home = '';

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'ntq_packaging_'));
    await linkPeers(join(home, 'node_modules'));
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', home], { cwd: projectRoot });
    const file = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)[0]?.filename ?? '';
    await mkdir(join(home, 'node_modules', PACKAGE));
    await run('tar', ['-xzf', join(home, file), '--strip-components=1', '-C', join(home, 'node_modules', PACKAGE)]);
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  it.each([
    ['an ES module', 'app.mjs', ESM],
    ['CommonJS, by require(esm)', 'app.cjs', COMMON_JS],
  ])('runs a job in %s', async (_what, file, source) => {
    await writeFile(join(home, file), source);
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], { cwd: home, env: withoutJest() });
    expect(stdout).toBe('{"doubled":42}');
  });

  it('holds the compiled library, its types and its papers, and nothing else', async () => {
    const held = await readdir(join(home, 'node_modules', PACKAGE));
    expect(held.toSorted()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  });
});

/** All installed packages but this one, as npm would lay them beside it. */
async function linkPeers(folder: string): Promise<void> {
  const installed = join(projectRoot, 'node_modules');
  const names = (await readdir(installed)).filter((name) => !name.startsWith('.') && name !== PACKAGE);
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await symlink(join(installed, name), join(folder, name));
  }
}

function withoutJest(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return inherited;
}

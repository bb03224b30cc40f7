import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { availableDatabases } from '../../support/databases.js';
import { spawnScript } from '../../support/processes.js';
import { benchHome } from './support/bench-databases.js';

const TINY = ['--jobs', '40', '--samples', '3', '--seconds', '1', '--memory', '40,80'];
const RATES = ['enqueue', 'bulk', 'drain-10', 'drain-2x10'];
const ALL = [...RATES, 'latency', 'idle', 'respond', 'memory'];

interface ResultFile {
  readonly version: string;
  readonly node: string;
  readonly method: string;
  readonly machine: { readonly cores: number };
  readonly databases: Record<string, { version: string; settings: string }>;
  readonly results: readonly { database: string; scenario: string; rep: number }[];
}

const positive = expect.any(Number);
const FIGURES: Record<string, object> = {
  ...Object.fromEntries(RATES.map((scenario) => [scenario, { rate: positive, cpu: positive }])),
  latency: { p50: positive, p95: positive, p99: positive },
  idle: { statements: positive },
  respond: { p50: positive, p95: positive },
  memory: { rssFirst: positive, rssLast: positive, growth: positive, heapLast: positive },
};

describe('npm run bench', () => {
  const home = benchHome();

  const run = async (...args: string[]) => {
    const child = spawnScript('../bench/run.mjs', { argv: args, env: home.env });
    return { exit: await child.exit, stdout: child.stdout, stderr: child.stderr };
  };
  const measured = async (...args: string[]) => {
    const out = join(home.folder, 'results.json');
    const { exit, stdout, stderr } = await run(...TINY, '--out', out, ...args);
    if (exit.code !== 0) throw new Error(stderr);
    return { stdout, file: JSON.parse(await readFile(out, 'utf8')) as ResultFile };
  };

  it('on SQLite, without a server: every scenario has its figures in the table and in the file', async () => {
    const { stdout, file } = await measured('--reps', '1', '--scenarios', ALL.join(','));
    expect(file.results).toEqual(ALL.map((scenario) => ({ database: 'sqlite', scenario, rep: 1, ...FIGURES[scenario] })));
    expect(file).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      machine: { cores: positive },
      databases: { sqlite: { version: expect.stringMatching(/^SQLite 3\./), settings: 'WAL, synchronous = FULL' } },
      method: expect.stringContaining('public API only'),
    });
    const rows = stdout.split('\n').filter((line) => line.startsWith('| sqlite '));
    expect(rows.map((line) => line.split('|')[2]?.trim())).toEqual(ALL);
    expect(rows[0]).toMatch(/\| enqueue +\| [\d,.]+ jobs\/s +\| [\d.]+ +\|/);
  });

  it('on each database two processes work, and the statements of an idle one are counted', async () => {
    const databases = availableDatabases().map(({ name }) => name);
    const scenarios = ['drain-2x10', 'idle'];
    const { file } = await measured('--reps', '1', '--databases', databases.join(','), '--scenarios', scenarios.join(','));
    expect(file.results).toEqual(
      scenarios.flatMap((scenario) => databases.map((database) => ({ database, scenario, rep: 1, ...FIGURES[scenario] }))),
    );
  });

  it('repetitions interleave the databases, and the table shows median, least and most', async () => {
    const { stdout, file } = await measured('--reps', '2', '--databases', 'sqlite,sqlite-normal', '--scenarios', 'bulk');
    expect(file.results.map(({ database, rep }) => `${database} ${rep}`)).toEqual(['sqlite 1', 'sqlite-normal 1', 'sqlite 2', 'sqlite-normal 2']);
    expect(stdout.match(/bulk +\| [\d,.]+ \([\d,.]+-[\d,.]+\) jobs\/s/g)).toHaveLength(2);
  });

  it.each([
    [['--databases', 'oracle'], '--databases: there is no "oracle"; known are sqlite, sqlite-normal, postgres, mariadb.'],
    [['--scenarios', 'drain'], '--scenarios: there is no "drain"'],
    [['--jobs', 'many'], '--jobs: "many" is no whole number from 2.'],
    [['--rep', '1'], "Unknown option '--rep'"],
  ])('refuses %j', async (args, message) => {
    const { exit, stdout, stderr } = await run(...args);
    expect({ code: exit.code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says which server does not answer, without its password', async () => {
    const child = spawnScript('../bench/run.mjs', {
      argv: ['--databases', 'postgres'],
      env: { ...home.env, BENCH_PG: 'postgres://someone:secret@127.0.0.1:1' },
    });
    await expect(child.exit).resolves.toEqual({ code: 1, signal: null });
    expect(child.stderr).toContain('postgres: no answer at BENCH_PG (postgres://someone@127.0.0.1:1): ECONNREFUSED.');
    expect(child.stderr).not.toContain('secret');
  });

  it('ends with 1 where a scenario failed, and says why', async () => {
    const { exit, stdout, stderr } = await run(...TINY, '--reps', '1', '--scenarios', 'drain-10', '--prefetch', '99999999');
    expect(exit.code).toBe(1);
    expect(stderr).toContain('worker.prefetch');
    expect(stdout).toMatch(/\| drain-10 +\| failed/);
  });
});

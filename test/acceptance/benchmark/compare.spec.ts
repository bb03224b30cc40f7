import { describe, expect, it } from '@jest/globals';
import { spawnScript } from '../../support/processes.js';

const FILES = ['test/fixtures/benchmark/side-by-side.json', 'test/fixtures/benchmark/own.json'];

describe('bench/compare.mjs', () => {
  const compare = async (...argv: string[]) => {
    const child = spawnScript('../bench/compare.mjs', { argv });
    await expect(child.exit).resolves.toEqual({ code: 0, signal: null });
    return child.stdout
      .trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => cells.slice(1, -1));
  };

  it('shows the median of the ratios of each repetition beside the target, and leaves out what failed or was not measured', async () => {
    const [head, , ...rows] = await compare(...FILES);
    expect(head).toEqual(['scenario', 'figure', 'measured', 'target', '']);
    expect(rows).toEqual([
      // The median of the ratios 0.70, 0.78 and 0.72; the ratio of the medians would be 0.78.
      ['drain-c10', 'ours-pg / floor-pg-1tx-keep', '0.72 (0.70-0.78)', 'at least 0.7', 'ok'],
      ['drain-c10', 'ours-pg / pg-boss', '2.50 (2.50-2.50)', 'at least 2', 'ok'],
      ['latency', 'ours-pg / graphile-worker, p50', '1.00', 'at most 1', 'ok'],
      ['latency', 'ours-pg / graphile-worker, p99', '1.25', 'at most 1', 'missed'],
      ['deep', 'ours-pg / its drain-c10', '0.88', 'at least 0.9', 'missed'],
      ['history', 'ours-pg / its drain-c10', '0.90', 'at least 0.9', 'ok'],
      ['idle', 'ours-pg, statements (statements/s)', '0.50', 'at most 0.5', 'ok'],
      ['drain-c10', 'ours-pg / pg-boss, cpu', '0.40 (0.40-0.40)', 'at most 1', 'ok'],
      ['respond', 'sqlite, p95 (ms)', '50.0', 'below 50', 'missed'],
      ['memory', 'sqlite, growth (times the RSS)', '1.10', 'at most 1.2', 'ok'],
    ]);
  });

  it('--all: shows every target, measured or not', async () => {
    const rows = await compare('--all');
    expect(rows.length).toBeGreaterThan(35);
    expect(
      rows.slice(2).every(([, , measured, target, verdict]) => measured === 'not measured' && /\d|none/.test(target ?? '') && verdict === ''),
    ).toBe(true);
  });
});

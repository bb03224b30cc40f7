import { markdownTable } from './markdown.mjs';
import { spread } from './numbers.mjs';

/** The figures of results in the order of the table, with their units. */
const FIGURES = [
  { key: 'rate', text: (value) => `${value} jobs/s` },
  { key: 'p50', text: (value) => `p50 ${value} ms` },
  { key: 'p95', text: (value) => `p95 ${value} ms` },
  { key: 'p99', text: (value) => `p99 ${value} ms` },
  { key: 'statements', text: (value) => `${value} statements/s` },
  { key: 'rssFirst', text: (value) => `first ${value} MiB` },
  { key: 'rssLast', text: (value) => `last ${value} MiB` },
  { key: 'growth', text: (value) => `times ${value}` },
  { key: 'heapLast', text: (value) => `heap in use ${value} MiB` },
];

/** Medians (least-most) of the repetitions. */
export function resultTable(results) {
  const cells = new Map();
  for (const result of results) cells.set(nameOf(result), [...(cells.get(nameOf(result)) ?? []), result]);
  return markdownTable(['database', 'scenario', 'median (least-most)', 'CPU s per 10,000 jobs'], [...cells.values()].map(row));
}

function row(repetitions) {
  const [{ database, scenario, error, skipped }] = repetitions;
  const valuesOf = (key) => repetitions.map((result) => result[key]).filter((value) => value !== undefined);
  const texts = FIGURES.filter(({ key }) => valuesOf(key).length > 0).map(({ key, text }) => text(spread(valuesOf(key))));
  const cpu = valuesOf('cpu');
  return [database, scenario, texts.join(', ') || (error ? 'failed' : skipped), cpu.length > 0 ? spread(cpu) : ''];
}

const nameOf = ({ database, scenario }) => `${database} ${scenario}`;

// Holds result files against targets.mjs: node bench/compare.mjs [--all] results.json [more.json ...]
// Prints the median of the values of the repetitions (least-most) beside each target; with --all also targets that the files do not measure.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownTable } from './markdown.mjs';
import { median, spread } from './numbers.mjs';
import { limitOf, valuesOf } from './ratios.mjs';
import { targets } from './targets.mjs';

const NOT_MEASURED = 'not measured';
const UNITS = { p50: 'ms', p95: 'ms', p99: 'ms', statements: 'statements/s', growth: 'times the RSS' };

const { values: options, positionals: files } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } });
const runs = files.map((file) => JSON.parse(readFileSync(file, 'utf8')).results);

function subject({ ours, over, figure }) {
  const what = figure === 'rate' ? '' : `, ${figure}`;
  return over ? `${ours} / ${over.adapter ?? `its ${over.scenario}`}${what}` : `${ours}${what} (${UNITS[figure]})`;
}

function row(target) {
  const values = valuesOf(target, runs);
  const { text, verdict } = limitOf(target);
  const measured = values.length > 0 ? [spread(values), text, verdict(median(values))] : [NOT_MEASURED, text, ''];
  return [target.scenario, subject(target), ...measured];
}

const rows = targets.map(row).filter(([, , measured]) => options.all || measured !== NOT_MEASURED);
console.log(markdownTable(['scenario', 'figure', 'measured', 'target', ''], rows));

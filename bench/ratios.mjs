import { adapterOf, figureOf } from './figures.mjs';

const usable = (row) => row.error === undefined && row.skipped === undefined;

/**
 * The values of one target in these runs. A ratio is taken within one repetition of one run: so it is free of the drift of the machine.
 * @param {object} target a row of targets.mjs
 * @param {object[][]} runs the rows of each result file
 * @returns {number[]} one for each repetition that has what it needs
 */
export function valuesOf(target, runs) {
  return runs.flatMap((rows) => valuesOfRun(target, rows.filter(usable)));
}

function valuesOfRun({ scenario, ours, over, figure }, rows) {
  const row = (adapter, name, rep) => rows.find((other) => adapterOf(other) === adapter && other.scenario === name && other.rep === rep);
  return rows
    .filter((own) => adapterOf(own) === ours && own.scenario === scenario)
    .map((own) => ({ own, base: over && row(over.adapter ?? ours, over.scenario ?? scenario, own.rep) }))
    .filter(({ base }) => !over || base)
    .map(({ own, base }) => figureOf(own, figure) / (base ? figureOf(base, figure) : 1))
    .filter(Number.isFinite);
}

const LIMITS = {
  least: { words: 'at least', holds: (value, limit) => value >= limit },
  most: { words: 'at most', holds: (value, limit) => value <= limit },
  above: { words: 'above', holds: (value, limit) => value > limit },
  below: { words: 'below', holds: (value, limit) => value < limit },
};

/** The limit in words, and the verdict on a value: none where the target has no limit. */
export function limitOf(target) {
  const name = Object.keys(LIMITS).find((key) => target[key] !== undefined);
  if (name === undefined) return { text: 'none', verdict: () => '' };
  const { words, holds } = LIMITS[name];
  return { text: `${words} ${target[name]}`, verdict: (value) => (holds(value, target[name]) ? 'ok' : 'missed') };
}

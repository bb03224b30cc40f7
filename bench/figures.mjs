// What a row of a result file says, by the names that targets.mjs uses. Rows come from the side-by-side benchmark or from run.mjs.
const READ = {
  statements: (row) => row.stmtsPerS ?? row.statements,
  // CPU seconds of the node processes per 10,000 jobs: cores in use over jobs a second.
  cpu: (row) => row.cpu ?? (row.nodeCores / row.rate) * 10_000,
};

export function figureOf(row, figure) {
  return READ[figure]?.(row) ?? row[figure];
}

export const adapterOf = (row) => row.adapter ?? row.database;

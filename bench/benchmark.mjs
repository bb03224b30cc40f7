import { Cell } from './cell.mjs';
import { SCENARIOS } from './scenarios/index.mjs';

/**
 * Runs all scenarios on all databases, interleaved, so that a slow minute of the machine hits all alike.
 * @returns {Promise<object[]>} a row for each, with its figures or its `error`
 */
export async function benchmark(options, report) {
  const results = [];
  for (const { database, scenario, rep } of cellsOf(options)) {
    const result = { database, scenario, rep, ...(await run(new Cell(database, options), SCENARIOS[scenario])) };
    results.push(result);
    report(result);
  }
  return results;
}

function cellsOf({ databases, scenarios, reps }) {
  const repetitions = Array.from({ length: reps }, (_, i) => i + 1);
  return repetitions.flatMap((rep) => scenarios.flatMap((scenario) => databases.map((database) => ({ database, scenario, rep }))));
}

async function run(cell, scenario) {
  try {
    await cell.queue.setup();
    return await scenario(cell);
  } catch (error) {
    return { error: error.message };
  } finally {
    await cell.queue.teardown().catch(() => undefined); // what stays is replaced by the next run
  }
}

// The benchmark of this package alone, on one or more databases: npm run bench -- --help
import { writeFileSync } from 'node:fs';
import { about } from './about.mjs';
import { readArguments, USAGE } from './arguments.mjs';
import { benchmark } from './benchmark.mjs';
import { resultTable } from './table.mjs';

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  const description = await about(options);
  console.error(JSON.stringify({ ...description, options: undefined, method: undefined }));
  const results = await benchmark(options, (result) => console.error(JSON.stringify(result)));
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify({ ...description, results }, null, 2)}\n`);
  console.log(resultTable(results));
  if (results.some(({ error }) => error !== undefined)) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

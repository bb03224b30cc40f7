import { parseArgs } from 'node:util';
import { DATABASES } from './own-databases.mjs';
import { BY_DEFAULT, SCENARIOS } from './scenarios/index.mjs';

export const USAGE = `npm run bench -- [options]
  --databases LIST   ${Object.keys(DATABASES).join(', ')} (default: sqlite, which needs no server)
  --scenarios LIST   ${Object.keys(SCENARIOS).join(', ')} (default: all but memory)
  --reps N           repetitions of each scenario (3); the table shows their median
  --jobs N           jobs of enqueue, bulk and the drains (20000)
  --prefetch N       worker.prefetch of the workers (their default)
  --samples N        jobs of latency, requests of respond (200)
  --seconds N        how long idle watches (20)
  --memory N,M       after how many jobs memory looks (100000,1000000)
  --out FILE         writes all figures as JSON
Servers: BENCH_PG (postgres://postgres@127.0.0.1:5432) and BENCH_MYSQL (mysql://root@127.0.0.1:3306), URLs without a database: the
benchmark makes its own and drops it. BENCH_SQLITE_DIR (./.data) should be on a real disk. The names of databases begin with BENCH_PREFIX (bench_).`;

const OPTIONS = {
  databases: { type: 'string', default: 'sqlite' },
  scenarios: { type: 'string', default: BY_DEFAULT.join(',') },
  reps: { type: 'string', default: '3' },
  jobs: { type: 'string', default: '20000' },
  prefetch: { type: 'string' },
  samples: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '20' },
  memory: { type: 'string', default: '100000,1000000' },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
};

/** @throws Error that says which argument is wrong. */
export function readArguments(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  return {
    databases: names(values.databases, Object.keys(DATABASES), '--databases'),
    scenarios: names(values.scenarios, Object.keys(SCENARIOS), '--scenarios'),
    reps: whole(values.reps, '--reps'),
    jobs: whole(values.jobs, '--jobs', 2),
    prefetch: values.prefetch === undefined ? undefined : whole(values.prefetch, '--prefetch', 0),
    samples: whole(values.samples, '--samples'),
    seconds: whole(values.seconds, '--seconds'),
    memory: values.memory.split(',').map((part) => whole(part, '--memory')),
    out: values.out,
    help: values.help,
  };
}

function names(list, known, option) {
  const chosen = list.split(',');
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option}: there is no "${unknown}"; known are ${known.join(', ')}.`);
  return [...new Set(chosen)];
}

function whole(text, option, least = 1) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least) throw new Error(`${option}: "${text}" is no whole number from ${least}.`);
  return value;
}

import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { DATABASES } from './own-databases.mjs';

const METHOD =
  'Producers and workers are processes of their own and use the public API only. Repetitions interleave the databases. Rates of drains are ' +
  'counted from the first to the last start of a handler; CPU is that of the node processes; latency is from the start of the enqueue call to ' +
  'the start of the handler; statements are counted at the driver of the worker.';

/** What somebody must know to judge the figures, or to repeat them. */
export async function about(options) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return {
    date: new Date().toISOString(),
    version,
    node: process.version,
    machine: {
      cpu: cpus()[0]?.model.trim(),
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${platform()} ${release()}`,
    },
    databases: Object.fromEntries(await Promise.all(options.databases.map(async (name) => [name, await aboutDatabase(name)]))),
    options,
    method: METHOD,
  };
}

/** @throws Error that says what to do, if the database does not answer. */
async function aboutDatabase(name) {
  const { version, settings, server } = DATABASES[name];
  try {
    return { version: await version(), settings };
  } catch (error) {
    const reason = error.code ?? error.errors?.[0]?.code ?? error.message;
    throw new Error(`${name}: no answer at ${server}: ${reason}. Start that server, name another one, or leave ${name} out of --databases.`, {
      cause: error,
    });
  }
}

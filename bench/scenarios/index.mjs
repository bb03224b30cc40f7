import { bulk } from './bulk.mjs';
import { drain } from './drain.mjs';
import { enqueue } from './enqueue.mjs';
import { idle } from './idle.mjs';
import { latency } from './latency.mjs';
import { memory } from './memory.mjs';
import { respond } from './respond.mjs';

/** By name: what runs once in each repetition. It gets a Cell (see cell.mjs), and gives figures (see table.mjs). */
export const SCENARIOS = {
  enqueue,
  bulk,
  'drain-10': drain({ concurrency: 10 }),
  'drain-50': drain({ concurrency: 50 }),
  'drain-2x10': drain({ concurrency: 10, processes: 2 }),
  latency,
  idle,
  respond,
  memory,
};

/** All that take seconds. */
export const BY_DEFAULT = Object.keys(SCENARIOS).filter((name) => name !== 'memory');

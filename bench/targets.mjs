// What the benchmarks are to show. `over` is what the figure is divided by; without it the figure stands alone.
// The limits: `least` and `most` include their value, `above` and `below` do not;
// a row without one is only shown.
const rate = (scenario, ours, peer, limit) => ({ scenario, ours, over: { adapter: peer }, figure: 'rate', ...limit });
const rates = (scenarios, ours, peer, limit) => scenarios.map((scenario) => rate(scenario, ours, peer, limit));
const itself = (scenario, ours, limit) => ({ scenario, ours, over: { scenario: 'drain-c10' }, figure: 'rate', ...limit });
const alone = (scenario, ours, figure, limit) => ({ scenario, ours, figure, ...limit });
const DRAINS = ['drain-c10', 'drain-c50'];

const postgres = [
  rate('enqueue1', 'ours-pg', 'floor-pg-1tx-del', { least: 0.6 }),
  rate('enqueue1', 'ours-pg', 'bullmq-pg', { least: 4 }),
  rate('bulk', 'ours-pg', 'graphile-worker-tuned', { least: 1.2 }),
  ...rates(DRAINS, 'ours-pg', 'floor-pg-1tx-keep', { least: 0.7 }),
  ...rates(DRAINS, 'ours-pg', 'pg-boss', { least: 2 }),
  ...rates(DRAINS, 'ours-pg', 'bullmq-pg', { least: 3.5 }),
  ...rates(DRAINS, 'ours-pg-prefetch', 'graphile-worker-tuned', { least: 1 }),
  ...rates(DRAINS, 'ours-pg-prefetch-delete', 'graphile-worker-tuned', { least: 1.2 }),
];

const processes = ['ours-pg', 'ours-pg-prefetch'].map((ours) => itself('drain-2x10', ours, { above: 1 }));

const latency = ['p50', 'p99'].map((figure) => ({
  scenario: 'latency',
  ours: 'ours-pg',
  over: { adapter: 'graphile-worker' },
  figure,
  most: 1,
}));

const depth = ['ours-pg', 'ours-sqlite', 'ours-mariadb'].flatMap((ours) =>
  ['deep', 'history'].map((scenario) => itself(scenario, ours, { least: 0.9 })),
);

const idle = [alone('idle', 'ours-pg', 'statements', { most: 0.5 }), alone('idle', 'ours-pg-poll', 'statements', { most: 1 })];

const sqlite = [
  rate('drain-c10', 'ours-sqlite', 'floor-sqlite-keep', { least: 0.35 }),
  rate('drain-c10', 'ours-sqlite', 'plainjob', { least: 3 }),
  rate('enqueue1', 'ours-sqlite', 'plainjob', { least: 0.8 }),
  rate('bulk', 'ours-sqlite', 'plainjob', { least: 1 }),
  alone('latency', 'ours-sqlite', 'p50', { most: 25 }),
];

// With FULL, against what runs with NORMAL: shown, without a target.
const sqliteFull = ['drain-c10', 'enqueue1', 'bulk'].map((scenario) => rate(scenario, 'ours-sqlite-full', 'plainjob', {}));

const mariadb = [rate('drain-c10', 'ours-mariadb', 'ours-pg', { least: 0.5 })];

const cpu = ['enqueue1', 'bulk', ...DRAINS].map((scenario) => ({ scenario, ours: 'ours-pg', over: { adapter: 'pg-boss' }, figure: 'cpu', most: 1 }));

// Of `npm run bench`, whose rows are named by their database.
const own = ['sqlite', 'postgres', 'mariadb'].flatMap((database) => [
  alone('respond', database, 'p95', { below: 50 }),
  alone('memory', database, 'growth', { most: 1.2 }),
]);

export const targets = [...postgres, ...processes, ...latency, ...depth, ...idle, ...sqlite, ...sqliteFull, ...mariadb, ...cpu, ...own];

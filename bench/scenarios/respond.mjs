import { monotonic, percentile } from '../numbers.mjs';
import { withSampleApp } from '../sample-app.mjs';

const PACE = 2_000;
const CALLERS = 4;

/** The sample app: how long `POST /invoices/:id/send` takes to answer, while each handler takes two seconds. */
export async function respond(cell) {
  if (cell.database.sampleEnv === undefined) return { skipped: 'the sample app does not run with these settings' };
  await cell.database.recreate();
  return withSampleApp({ ...cell.database.sampleEnv, SAMPLE_PACE: String(PACE) }, async (url) => {
    const ids = await inTurns(range(cell.options.samples), () => createInvoice(url));
    const times = await inTurns(ids, (id) => send(url, id));
    return { p50: percentile(times, 50), p95: percentile(times, 95) };
  });
}

async function createInvoice(url) {
  const invoice = { customer: 'Benchmark', email: 'benchmark@shop.example', amountCents: 100 };
  const response = await post(`${url}/invoices`, invoice);
  return (await response.json()).id;
}

async function send(url, id) {
  const start = monotonic();
  const response = await post(`${url}/invoices/${id}/send`);
  await response.json();
  return monotonic() - start;
}

async function post(url, body = {}) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}.`);
  return response;
}

const range = (length) => Array.from({ length }, (_, i) => i);

/** A few callers that take the items one after the other. */
async function inTurns(items, work) {
  const results = [];
  let next = 0;
  const caller = async () => {
    while (next < items.length) results.push(await work(items[next++]));
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return results;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceView } from '../invoices/invoice-view.js';
import type { AcceptedView, JobView } from '../jobs/job-view.js';
import { findMail } from './find-mail.js';

const EXPECTED = ['pending', 'running', 'completed'];
const POLL = 20;
const LONGEST = 60_000;

export interface Demo {
  /** Where the app answers. */
  readonly url: string;
  readonly mailbox: string;
  readonly print: (line: string) => void;
}

/** Makes an invoice and sends it, as a client of the app's HTTP API would. True if all went as it should. */
export async function sendFirstInvoice({ url, mailbox, print }: Demo): Promise<boolean> {
  const customer = { customer: 'Corner Bookshop', email: 'orders@bookshop.example', amountCents: 25_000 };
  const invoice = await ask<InvoiceView>('POST', `${url}/invoices`, customer);
  print(`POST /invoices/${invoice.id}/send (invoice ${invoice.number})`);
  const { id, status, statusUrl } = await ask<AcceptedView>('POST', `${url}/invoices/${invoice.id}/send`);
  print(`GET ${statusUrl}`);
  const states = await watch(`${url}${statusUrl}`, status, print);
  const mail = await findMail(mailbox, id, invoice.number);
  print(mail ? `mail: ${mail}` : `There is no mail with ${invoice.number} in ${mailbox}.`);
  return mail !== null && states.join() === EXPECTED.join();
}

/** Prints each state that the job is seen in, until it should be finished. */
async function watch(jobUrl: string, first: string, print: Demo['print']): Promise<string[]> {
  const states = [first];
  print(`  ${first}`);
  for (const end = Date.now() + LONGEST; states.length < EXPECTED.length && Date.now() < end; await sleep(POLL)) {
    const { status } = await ask<JobView>('GET', jobUrl);
    if (status === states.at(-1)) continue;
    states.push(status);
    print(`  ${status}`);
  }
  return states;
}

async function ask<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

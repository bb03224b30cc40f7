import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { sendFirstInvoice } from './demo/first-invoice.js';
import { mailboxFolder, SETTINGS, type Settings } from './settings/settings.js';

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error', 'fatal'] });
// Without it a SIGTERM would end the process in the midst of its jobs.
app.enableShutdownHooks();
const settings = app.get<Settings>(SETTINGS);
await app.listen(settings.port, '127.0.0.1');
const url = await app.getUrl();
console.log(`Invoicing listens at ${url}`);

const ok = await sendFirstInvoice({ url, mailbox: mailboxFolder(settings), print: (line) => console.log(line) }).catch((error: unknown) => {
  console.error('The first invoice was not sent:', error);
  return false;
});
if (process.argv.includes('--once')) {
  await app.close();
  process.exitCode = ok ? 0 : 1;
} else {
  console.log(`Still serving. Try: curl -X POST ${url}/reports -H 'content-type: application/json' -d '{"format":"pdf"}'`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../.build/sample-app/main.js', import.meta.url));
// Its own first invoice is then sent, so that nothing of the start falls into what is timed.
const READY = /listens at (\S+)[^]*Still serving/;

/** Starts the compiled sample app, lets `work` use its URL, and ends it. Its mails go to a folder that is deleted. */
export async function withSampleApp(env, work) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sample-'));
  const app = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', SAMPLE_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(app, 'exit');
  try {
    return await work(await Promise.race([listening(app), ended.then(() => Promise.reject(new Error('The sample app ended.')))]));
  } finally {
    app.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function listening(app) {
  return new Promise((resolve) => {
    let output = '';
    app.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const url = READY.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

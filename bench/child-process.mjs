import { fork } from 'node:child_process';
import { once } from 'node:events';

const TIMEOUT = 1_800_000;

/** A child process as an object: `await child.call('bulk', { jobs: 10 })`. */
class Child {
  #process;
  #waiting = new Map();
  #calls = 0;

  constructor(process) {
    this.#process = process;
    process.on('message', ({ id, result, error }) => this.#settle(id, result, error && new Error(error)));
    process.on('exit', (code, signal) => {
      for (const id of this.#waiting.keys()) this.#settle(id, undefined, new Error(`A process of the benchmark ended (${signal ?? code}).`));
    });
  }

  ready() {
    return this.#answer(0);
  }

  call(command, args = {}) {
    const id = ++this.#calls;
    const answer = this.#answer(id);
    this.#process.send({ id, command, args }, (error) => error && this.#settle(id, undefined, error));
    return answer;
  }

  async kill() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }

  #answer(id) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, undefined, new Error('A process of the benchmark did not answer.')), TIMEOUT);
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  #settle(id, result, error) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    if (error) waiting?.reject(error);
    else waiting?.resolve(result);
  }
}

async function startChild(database, options) {
  const args = [database, JSON.stringify(options)];
  const child = new Child(
    fork(new URL('child.mjs', import.meta.url), args, { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  await child.ready();
  return child;
}

/** Starts processes with these options of the queue, lets `work` use them, and ends them: by a shutdown in order where it succeeded. */
export async function withChildren(count, { database, queue = {} }, work) {
  const children = await Promise.all(Array.from({ length: count }, () => startChild(database, queue)));
  try {
    const result = await work(...children);
    await Promise.all(children.map((child) => child.call('stop')));
    return result;
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
}

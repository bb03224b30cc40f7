import { fork, type Serializable } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { ChildHandle } from './child-handle.js';
import { buildRoot, projectRoot } from './paths.js';

export interface SpawnOptions {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const started = new Set<ChildHandle>();

// At the end of every test file that imports this module: a failed test leaves no process behind.
afterAll(async () => {
  await Promise.all([...started].map((child) => child.kill('SIGKILL')));
});

/** Starts test/fixtures/`name`.ts as a process of its own, which reads its arguments with `fixtureArguments()` and may use process.send. */
export function spawnFixture(name: string, args: Serializable = {}, env: Readonly<Record<string, string>> = {}): ChildHandle {
  return spawnScript(`test/fixtures/${name}.js`, { argv: [JSON.stringify(args)], env });
}

/** Starts any compiled script, such as sample-app/main.js, as a process of its own. Without jest's own Node options. */
export function spawnScript(script: string, { argv = [], env = {} }: SpawnOptions = {}): ChildHandle {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const options = { cwd: projectRoot, env: { ...inherited, ...env }, execArgv: ['--enable-source-maps'], silent: true };
  const child = new ChildHandle(fork(join(buildRoot, script), argv, options));
  started.add(child);
  void child.exit.then(() => started.delete(child));
  return child;
}

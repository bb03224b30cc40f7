import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { untilOutput } from './until-output.js';

const run = promisify(execFile);

/** How one kind of database server is set up in a folder of its own and started on a loopback port. */
export interface ServerRecipe {
  readonly name: 'postgres' | 'mariadb';
  /** Makes the data folder below `home`. */
  prepare(home: string): Promise<void>;
  command(home: string, port: number): Promise<{ file: string; args: string[]; uid?: number; gid?: number }>;
  /** What the server writes to stderr once it takes connections. */
  readonly ready: RegExp;
  /** Stops it at once but cleanly, without waiting for its clients. */
  readonly stopSignal: NodeJS.Signals;
  url(port: number): string;
}

/** A database server of one test's own, which may stop, restart or freeze it. Its port and data stay the same until `destroy()`. */
export class DatabaseCluster {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly recipe: ServerRecipe,
    private readonly home: string,
    private readonly port: number,
  ) {}

  /** Sets the server up and starts it. */
  static async start(recipe: ServerRecipe): Promise<DatabaseCluster> {
    const home = await mkdtemp(join(tmpdir(), `ntq_${recipe.name}_`));
    const cluster = new DatabaseCluster(recipe, home, await freePort());
    try {
      await recipe.prepare(home);
      await cluster.start();
    } catch (error) {
      await cluster.destroy();
      throw error;
    }
    return cluster;
  }

  get name(): ServerRecipe['name'] {
    return this.recipe.name;
  }

  get url(): string {
    return this.recipe.url(this.port);
  }

  async start(): Promise<void> {
    if (this.running()) return;
    const { file, args, ...user } = await this.recipe.command(this.home, this.port);
    const server = spawn(file, args, { ...user, cwd: this.home, env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] });
    this.server = server;
    process.once('exit', this.killAtExit);
    await untilOutput(server, this.recipe.ready);
  }

  async stop(): Promise<void> {
    const server = this.running();
    if (!server) return;
    await this.thaw();
    const exited = once(server, 'exit');
    server.kill(this.recipe.stopSignal);
    await exited;
    process.off('exit', this.killAtExit);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Stops all its processes where they are (SIGSTOP): connections stay open and nothing answers. */
  async freeze(): Promise<void> {
    await this.signalAll('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.signalAll('SIGCONT');
  }

  /** Stops it and deletes its data. */
  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.home, { recursive: true, force: true });
  }

  private running(): ChildProcess | undefined {
    return this.server?.exitCode === null && this.server.signalCode === null ? this.server : undefined;
  }

  /** The parent first: stopped, it starts no more children, so that the list of them is complete. */
  private async signalAll(signal: NodeJS.Signals): Promise<void> {
    const server = this.running();
    if (server?.pid === undefined) return;
    server.kill(signal);
    for (const pid of await childrenOf(server.pid)) signalIfAlive(pid, signal);
  }

  private readonly killAtExit = (): void => {
    this.running()?.kill('SIGKILL');
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid ?? parent);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

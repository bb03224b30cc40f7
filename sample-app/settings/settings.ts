import { join, resolve } from 'node:path';
import type { Duration } from 'nestjs-typeorm-queue';

/** What the environment says about this app; see the README for the variables. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Holds the SQLite file, the reports and the mails that were delivered. */
  readonly dataFolder: string;
  /** postgres://, mysql:// or mariadb://; undefined: the SQLite file. */
  readonly databaseUrl: string | undefined;
  /** Milliseconds that composing a mail takes at least, so that one can see the job run. */
  readonly pace: number;
  /** How long a claim of this worker holds without a heartbeat. */
  readonly lease: Duration;
  /** How often to look for jobs whose worker vanished. */
  readonly sweepInterval: Duration;
}

/** Injection token of the Settings. */
export const SETTINGS = Symbol('settings');

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    port: Number(env['PORT'] ?? 3000),
    dataFolder: resolve(env['SAMPLE_DATA_DIR'] ?? '.data'),
    databaseUrl: env['DATABASE_URL'],
    pace: Number(env['SAMPLE_PACE'] ?? 300),
    lease: (env['QUEUE_LEASE'] ?? '30s') as Duration,
    sweepInterval: (env['QUEUE_SWEEP_INTERVAL'] ?? '10s') as Duration,
  };
}

export function reportsFolder({ dataFolder }: Settings): string {
  return join(dataFolder, 'reports');
}

export function mailboxFolder({ dataFolder }: Settings): string {
  return join(dataFolder, 'mailbox');
}

import { join } from 'node:path';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { queueMigrations } from 'nestjs-typeorm-queue';
import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../settings/settings.js';
import { CreateInvoicing1764547300000 } from './create-invoicing.migration.js';

/** The migrations of the app and of the queue run at every start. */
export function databaseOptions(settings: Settings): TypeOrmModuleOptions {
  const migrations = [...queueMigrations, CreateInvoicing1764547300000];
  return { ...connection(settings), autoLoadEntities: true, migrations, migrationsRun: true };
}

function connection({ databaseUrl, dataFolder }: Settings): DataSourceOptions {
  if (databaseUrl === undefined) return { type: 'better-sqlite3', database: join(dataFolder, 'invoicing.sqlite'), enableWAL: true, prepareDatabase };
  return { type: driverOf(databaseUrl), url: databaseUrl };
}

/** The driver's default in WAL mode, NORMAL, can lose the last commits with the power. */
function prepareDatabase(database: { pragma(text: string): unknown }): void {
  database.pragma('synchronous = FULL');
}

function driverOf(databaseUrl: string): 'postgres' | 'mysql' | 'mariadb' {
  const scheme = databaseUrl.split(':')[0];
  if (scheme === 'mysql' || scheme === 'mariadb') return scheme;
  if (scheme === 'postgres' || scheme === 'postgresql') return 'postgres';
  throw new Error(`DATABASE_URL starts with "${scheme}:"; this app knows postgres:, mysql: and mariadb:.`);
}

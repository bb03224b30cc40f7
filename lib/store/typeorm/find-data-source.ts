import type { ModuleRef } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { UnknownDataSourceError } from '../../errors/unknown-data-source.error.js';

/** The app's DataSource of this name. @throws UnknownDataSourceError */
export function findDataSource(moduleRef: ModuleRef, name: string): DataSource {
  try {
    return moduleRef.get<DataSource>(getDataSourceToken(name), { strict: false });
  } catch {
    throw new UnknownDataSourceError(name);
  }
}

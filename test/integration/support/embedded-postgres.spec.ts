import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { embeddedBinaries } from '../../support/postgres-binaries.js';
import { startPostgresCluster } from '../../support/postgres-cluster.js';

describe('the embedded PostgreSQL', () => {
  it('serves where none is installed', async () => {
    const cluster = await startPostgresCluster(embeddedBinaries);
    const dataSource = await new DataSource({ type: 'postgres', url: cluster.url }).initialize();
    await expect(dataSource.query('SHOW server_version_num')).resolves.toEqual([{ server_version_num: expect.stringMatching(/^1[89]\d{4}$/) }]);
    await dataSource.destroy();
    await cluster.destroy();
  });
});

import { describe, expect, it } from '@jest/globals';
import { availableDatabases } from '../../support/databases.js';
import { documentation } from '../../support/doc-examples.js';
import { queueDatabase } from '../../support/queue-database.js';

const SQL = /^```sql\n([^]*?)^```$/gm;

describe.each(availableDatabases().filter(({ name }) => name === 'postgres'))('the statements of docs/performance.md', (db) => {
  const queue = queueDatabase(db);

  it('run on PostgreSQL, set what they say, and leave an empty schema diff', async () => {
    const page = (await documentation()).get('docs/performance.md') ?? '';
    const [alter = '', size = '', ...others] = [...page.matchAll(SQL)].map(([, statement = '']) => statement);
    await queue.dataSource.query(alter);
    const [table] = await queue.dataSource.query<{ reloptions: string[] }[]>(`SELECT reloptions FROM pg_class WHERE relname = 'jobs'`);
    expect(table?.reloptions).toEqual(expect.arrayContaining(['autovacuum_vacuum_scale_factor=0.01', 'autovacuum_vacuum_cost_delay=0']));
    await expect(queue.dataSource.query(size)).resolves.toHaveLength(1);
    expect(others).toHaveLength(2);
    for (const statement of others) await queue.dataSource.query(statement);
    const { upQueries } = await queue.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries).toEqual([]);
  });
});

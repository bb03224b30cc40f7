import { describe, expect, it } from '@jest/globals';
import { DataSource, EntitySchema } from 'typeorm';
import { eachDatabase, type FreshDatabase } from '../../support/databases.js';

const Note = new EntitySchema<{ id: number; text: string }>({
  name: 'Note',
  columns: { id: { type: 'integer', primary: true }, text: { type: 'varchar', length: '40' } },
});

function connect(database: FreshDatabase): Promise<DataSource> {
  const options = JSON.parse(JSON.stringify(database.options)) as FreshDatabase['options'];
  return new DataSource({ ...options, entities: [Note], synchronize: true }).initialize();
}

async function notes(database: FreshDatabase, insert: { id: number; text: string }[] = []): Promise<unknown[]> {
  const dataSource = await connect(database);
  await dataSource.getRepository(Note).insert(insert);
  const found = await dataSource.getRepository(Note).find();
  await dataSource.destroy();
  return found;
}

describe('databases', () => {
  eachDatabase((db) => {
    it('creates databases that know nothing of each other, from options that survive JSON', async () => {
      const [one, other] = await Promise.all([db.create(), db.create()]);
      const note = { id: 1, text: 'é漢🙂' };
      expect(await notes(one, [note])).toEqual([note]);
      expect(await notes(other)).toEqual([]);
      await Promise.all([one.drop(), other.drop()]);
    });

    it('drops a database also when it was dropped before', async () => {
      const database = await db.create();
      await database.drop();
      await expect(database.drop()).resolves.toBeUndefined();
    });
  });
});

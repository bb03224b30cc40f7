import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { queueEntities, queueMigrations } from '../../../lib/index.js';
import { CreateInvoicing1764547300000 } from '../../../sample-app/database/create-invoicing.migration.js';
import { Invoice } from '../../../sample-app/invoices/invoice.entity.js';
import { Charge } from '../../../sample-app/payment-gateway/charge.entity.js';
import { eachDatabase, type FreshDatabase } from '../../support/databases.js';

describe('the migrations of the sample app', () => {
  eachDatabase((db) => {
    let database: FreshDatabase;
    let dataSource: DataSource;
    beforeEach(async () => {
      database = await db.create();
      const migrations = [...queueMigrations, CreateInvoicing1764547300000];
      dataSource = await new DataSource({ ...database.options, entities: [...queueEntities, Invoice, Charge], migrations }).initialize();
    });
    afterEach(async () => {
      await dataSource.destroy();
      await database.drop();
    });

    it('R7.2: make exactly the tables that the entities describe, and can be undone', async () => {
      await dataSource.runMigrations();
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
      await dataSource.undoLastMigration();
      await dataSource.undoLastMigration();
      await expect(dataSource.getRepository(Invoice).count()).rejects.toThrow(/no such table|does not exist|doesn't exist/);
    });
  });
});

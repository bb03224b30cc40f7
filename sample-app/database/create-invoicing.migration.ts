import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const id = { name: 'id', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' } as const;

/** The app's own tables. */
export class CreateInvoicing1764547300000 implements MigrationInterface {
  readonly name = 'CreateInvoicing1764547300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(invoices, true);
    await runner.createTable(charges, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(charges);
    await runner.dropTable(invoices);
  }
}

const invoices = new Table({
  name: 'invoices',
  columns: [
    id,
    { name: 'customer', type: 'varchar', length: '120' },
    { name: 'email', type: 'varchar', length: '254' },
    { name: 'amount_cents', type: 'integer' },
    { name: 'delivery', type: 'varchar', length: '16' },
    { name: 'payment', type: 'varchar', length: '16' },
  ],
});

const charges = new Table({
  name: 'gateway_charges',
  columns: [
    { name: 'reference', type: 'varchar', length: '120', isPrimary: true },
    { name: 'amount_cents', type: 'integer' },
  ],
});

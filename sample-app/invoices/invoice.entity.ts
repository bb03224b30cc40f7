import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('invoices')
export class Invoice {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 120 })
  customer!: string;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ name: 'amount_cents', type: 'integer' })
  amountCents!: number;

  @Column({ type: 'varchar', length: 16 })
  delivery: 'draft' | 'queued' | 'sent' = 'draft';

  @Column({ type: 'varchar', length: 16 })
  payment: 'open' | 'paid' = 'open';

  get number(): string {
    return `INV-${String(this.id).padStart(5, '0')}`;
  }
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Money that the gateway has taken. */
@Entity('gateway_charges')
export class Charge {
  /** What the payment is for; charged once. */
  @PrimaryColumn({ type: 'varchar', length: 120 })
  reference!: string;

  @Column({ name: 'amount_cents', type: 'integer' })
  amountCents!: number;
}

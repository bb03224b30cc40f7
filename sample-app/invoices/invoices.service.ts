import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { JobService, type EnqueueResult } from 'nestjs-typeorm-queue';
import type { Repository } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { Invoice } from './invoice.entity.js';
import { SendInvoiceHandler } from './send-invoice.handler.js';

export type NewInvoice = Pick<Invoice, 'customer' | 'email' | 'amountCents'>;

@Injectable()
export class InvoicesService {
  constructor(
    @InjectRepository(Invoice) private readonly invoices: Repository<Invoice>,
    private readonly transactions: Transactions,
    private readonly jobs: JobService,
  ) {}

  list(): Promise<Invoice[]> {
    return this.invoices.find({ order: { id: 'ASC' } });
  }

  /** @throws NotFoundException */
  async get(id: number): Promise<Invoice> {
    const invoice = await this.invoices.findOneBy({ id });
    if (!invoice) throw new NotFoundException(`There is no invoice ${id}.`);
    return invoice;
  }

  create(invoice: NewInvoice): Promise<Invoice> {
    return this.transactions.run((manager) => manager.save(manager.create(Invoice, { ...invoice })));
  }

  /** Marks the invoice and enqueues its mail in one transaction: neither is there without the other. Asked again, it gives the same job. */
  async send(id: number): Promise<EnqueueResult> {
    const invoice = await this.get(id);
    return this.transactions.run(async (manager) => {
      await manager.update(Invoice, { id, delivery: 'draft' }, { delivery: 'queued' });
      const options = { idempotencyKey: `invoice-${id}-send`, priority: 'high', manager } as const;
      return this.jobs.enqueue(SendInvoiceHandler, { invoiceId: invoice.id }, options);
    });
  }
}

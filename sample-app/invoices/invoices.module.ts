import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module.js';
import { InvoiceSeeder } from './invoice-seeder.js';
import { Invoice } from './invoice.entity.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicesService } from './invoices.service.js';
import { SendInvoiceHandler } from './send-invoice.handler.js';

@Module({
  imports: [TypeOrmModule.forFeature([Invoice]), MailModule],
  providers: [InvoicesService, InvoiceSeeder, SendInvoiceHandler],
  controllers: [InvoicesController],
  exports: [InvoicesService],
})
export class InvoicesModule {}

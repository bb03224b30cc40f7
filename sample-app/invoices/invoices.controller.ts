import { Body, Controller, Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { AmountPipe } from '../common/amount.pipe.js';
import { RequiredTextPipe } from '../common/required-text.pipe.js';
import { toAcceptedView, type AcceptedView } from '../jobs/job-view.js';
import { toInvoiceView, type InvoiceView } from './invoice-view.js';
import { InvoicesService } from './invoices.service.js';

@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  async list(): Promise<InvoiceView[]> {
    return (await this.invoices.list()).map(toInvoiceView);
  }

  @Get(':id')
  async show(@Param('id', ParseIntPipe) id: number): Promise<InvoiceView> {
    return toInvoiceView(await this.invoices.get(id));
  }

  @Post()
  async create(
    @Body('customer', RequiredTextPipe) customer: string,
    @Body('email', RequiredTextPipe) email: string,
    @Body('amountCents', AmountPipe) amountCents: number,
  ): Promise<InvoiceView> {
    return toInvoiceView(await this.invoices.create({ customer, email, amountCents }));
  }

  @Post(':id/send')
  @HttpCode(202)
  async send(@Param('id', ParseIntPipe) id: number): Promise<AcceptedView> {
    return toAcceptedView(await this.invoices.send(id));
  }
}

import { Body, Controller, Headers, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { JobService } from 'nestjs-typeorm-queue';
import { RequiredTextPipe } from '../common/required-text.pipe.js';
import { InvoicesService } from '../invoices/invoices.service.js';
import { toAcceptedView, type AcceptedView } from '../jobs/job-view.js';
import { ChargeCardHandler } from './charge-card.handler.js';
import { ProcessPaymentHandler } from './process-payment.handler.js';

/** A request that is sent twice with one Idempotency-Key is one payment. */
@Controller('invoices/:id')
export class PaymentsController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly jobs: JobService,
  ) {}

  @Post('charge')
  @HttpCode(202)
  charge(
    @Param('id', ParseIntPipe) id: number,
    @Body('card', RequiredTextPipe) card: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<AcceptedView> {
    return this.enqueue(ChargeCardHandler, { invoiceId: id, card }, key);
  }

  @Post('payments')
  @HttpCode(202)
  collect(
    @Param('id', ParseIntPipe) id: number,
    @Body('card', RequiredTextPipe) card: string,
    @Headers('idempotency-key') key?: string,
  ): Promise<AcceptedView> {
    return this.enqueue(ProcessPaymentHandler, { invoiceId: id, card }, key);
  }

  private async enqueue(
    handler: typeof ChargeCardHandler | typeof ProcessPaymentHandler,
    payment: { invoiceId: number; card: string },
    key: string | undefined,
  ): Promise<AcceptedView> {
    await this.invoices.get(payment.invoiceId);
    const options = key === undefined ? {} : { idempotencyKey: `invoice-${payment.invoiceId}-payment-${key}` };
    return toAcceptedView(await this.jobs.enqueue(handler, payment, options));
  }
}

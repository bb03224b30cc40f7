import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { ChargeCardHandler } from './charge-card.handler.js';
import { OwnServer } from './own-server.js';
import { PaymentGatewayClient } from './payment-gateway.client.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { ProcessPaymentHandler } from './process-payment.handler.js';

@Module({
  imports: [InvoicesModule],
  providers: [PaymentsService, PaymentGatewayClient, OwnServer, ChargeCardHandler, ProcessPaymentHandler],
  controllers: [PaymentsController],
})
export class PaymentsModule {}

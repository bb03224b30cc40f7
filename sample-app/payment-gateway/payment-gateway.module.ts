import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Charge } from './charge.entity.js';
import { PaymentGatewayController } from './payment-gateway.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Charge])],
  controllers: [PaymentGatewayController],
})
export class PaymentGatewayModule {}

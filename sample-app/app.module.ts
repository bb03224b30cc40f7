import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DatabaseModule } from './database/database.module.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PaymentGatewayModule } from './payment-gateway/payment-gateway.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SettingsModule } from './settings/settings.module.js';

@Module({
  imports: [
    SettingsModule,
    DatabaseModule,
    ScheduleModule.forRoot(),
    JobsModule,
    InvoicesModule,
    ReportsModule,
    PaymentsModule,
    PaymentGatewayModule,
  ],
})
export class AppModule {}

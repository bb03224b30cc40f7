import { FailJob, JobHandler, type JobContext } from 'nestjs-typeorm-queue';
import { CardDeclinedError } from './payment-errors.js';
import { PaymentsService, type Payment } from './payments.service.js';

/** The customer waits for it, and decides on another try: `maxRetries: 0` makes whatever goes wrong final. */
@JobHandler('charge-card', { queue: 'payments', maxRetries: 0, timeout: '30s' })
export class ChargeCardHandler implements JobHandler<Payment> {
  constructor(private readonly payments: PaymentsService) {}

  async handle(payment: Payment, { signal }: JobContext): Promise<{ charged: boolean }> {
    try {
      return await this.payments.pay(payment, signal);
    } catch (error) {
      if (error instanceof CardDeclinedError) throw new FailJob('The card was declined.', { cause: error });
      throw error;
    }
  }
}

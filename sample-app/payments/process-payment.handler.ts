import { FailJob, JobHandler, RetryJob, type JobContext } from 'nestjs-typeorm-queue';
import { CardDeclinedError, GatewayBusyError } from './payment-errors.js';
import { PaymentsService, type Payment } from './payments.service.js';

/** Collected in the background. A declined card ends it at once; a busy gateway is asked again when it says, else by the list; the fourth attempt is final. */
@JobHandler('process-payment', { queue: 'payments', maxRetries: 3, backoff: ['5m', '15m', '1h'], timeout: '30s' })
export class ProcessPaymentHandler implements JobHandler<Payment> {
  constructor(private readonly payments: PaymentsService) {}

  async handle(payment: Payment, { signal }: JobContext): Promise<{ charged: boolean }> {
    try {
      return await this.payments.pay(payment, signal);
    } catch (error) {
      if (error instanceof CardDeclinedError) throw new FailJob('The card was declined.', { cause: error });
      if (error instanceof GatewayBusyError && error.retryAfter !== null) throw new RetryJob({ after: error.retryAfter, cause: error });
      throw error;
    }
  }
}

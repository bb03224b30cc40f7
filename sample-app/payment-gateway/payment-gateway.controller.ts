import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { AmountPipe } from '../common/amount.pipe.js';
import { RequiredTextPipe } from '../common/required-text.pipe.js';
import { Transactions } from '../database/transactions.js';
import { Charge } from './charge.entity.js';
import { refusalOf } from './test-card.js';

interface Reply {
  setHeader(name: string, value: string): void;
}

/**
 * Stands for the company that takes the money, within the same HTTP server. It answers 200, 402 (declined) or 429 (too many requests)
 * by the card, and charges once for each reference.
 */
@Controller('payment-gateway')
export class PaymentGatewayController {
  constructor(private readonly transactions: Transactions) {}

  @Post('charges')
  @HttpCode(200)
  async charge(
    @Body('card', RequiredTextPipe) card: string,
    @Body('reference', RequiredTextPipe) reference: string,
    @Body('amountCents', AmountPipe) amountCents: number,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Charge> {
    const refusal = refusalOf(card);
    if (refusal?.retryAfter) reply.setHeader('Retry-After', refusal.retryAfter);
    if (refusal) throw refusal.error;
    return this.transactions.run(async (manager) => {
      const earlier = await manager.findOneBy(Charge, { reference });
      return earlier ?? manager.save(manager.create(Charge, { reference, amountCents }));
    });
  }
}

import { InvalidInputError } from '../../errors/invalid-input.error.js';
import type { Plan } from './plan.js';

/**
 * A plan that asks before each statement whether the transaction is still open: one sent after its end would be committed by
 * itself, or land in the transaction of whoever got the connection next.
 */
export function* whileOpen<T>(plan: Plan<T>, isOpen: () => boolean): Plan<T> {
  let step = plan.next();
  while (!step.done) {
    if (!isOpen())
      throw new InvalidInputError('manager', 'belongs to a transaction that ended before the call was done: await it within the transaction');
    try {
      step = plan.next(yield step.value);
    } catch (error) {
      step = plan.throw(error);
    }
  }
  return step.value;
}

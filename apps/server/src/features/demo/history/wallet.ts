import type { PastTransaction } from '../../wallet/index.ts';
import type { Random } from './random.ts';

type Payment = Extract<PastTransaction, { kind: 'payment' }>;

/** USD cents. A top-up comes before the payment that would leave less than this. */
const LEAST = 15_000;
const TOPUPS = [20_000, 25_000, 30_000];

/** Top-ups that pay for these payments, beside a bonus; the last one leaves money for the days to come. */
export function topupsFor(
  payments: readonly Payment[],
  bonus: number,
  random: Random,
): { id: string; at: string; amount: number }[] {
  let balance = bonus;
  return payments
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .flatMap((payment, index, all) => {
      const needed = balance - payment.amount < LEAST || (index === all.length - 1 && balance < 3 * LEAST);
      // A large order takes a larger top-up.
      const missing = Math.ceil((payment.amount + LEAST - balance) / 5_000) * 5_000;
      const amount = needed ? Math.max(random.pick(TOPUPS), missing) : 0;
      balance += amount - payment.amount;
      const at = new Date(Date.parse(payment.at) - 20 * 60_000).toISOString();
      return needed ? [{ id: random.uuid(), at, amount }] : [];
    });
}

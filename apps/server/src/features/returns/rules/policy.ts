import { FEELESS_RETURN_REASONS, type ReturnReason, type ReturnSetting } from '@quayside/contracts';
import { convertMoney, type Money, money } from '@quayside/kernel';

/**
 * Percentage of the restocking fee that is suggested: none for items that the customer keeps, or that were wrong, faulty or
 * late.
 */
export const feePercent = (
  { reason, customer_keeps }: { reason: ReturnReason; customer_keeps: boolean },
  { restocking_percent }: Pick<ReturnSetting, 'restocking_percent'>,
): number => (customer_keeps || FEELESS_RETURN_REASONS.includes(reason) ? 0 : restocking_percent);

/** A percentage of an amount in minor units, rounded half up. */
export const percentOf = (amount: number, percent: number): number => Math.round((amount * percent) / 100);

/**
 * Whether items are worth so little that keeping them is suggested. `rate`: from the items' currency to the limit's.
 * undefined: the currencies differ and no rate is known.
 */
export function suggestsKeeping(
  value: Money,
  { keep_below, keep_currency }: Pick<ReturnSetting, 'keep_below' | 'keep_currency'>,
  rate: string | undefined,
): boolean | undefined {
  if (keep_below === null || keep_currency === null) return false;
  if (value.currency === keep_currency) return value.amount < keep_below;
  if (rate === undefined) return undefined;
  // Compared in the limit's currency, so that the limit is exactly the one that was typed.
  return convertMoney(money(value.amount, value.currency), keep_currency, rate).amount < keep_below;
}

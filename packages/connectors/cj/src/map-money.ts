import { type Money, moneyFromDecimal } from '@quayside/kernel';

/** CJ's amounts are US dollars throughout (its documents: "Unit: $ (USD)"). */
export const CURRENCY = 'USD';

/** One amount, as CJ writes it: a number or its text. Throws RangeError when it is not a decimal. */
export const usd = (value: number | string): Money => moneyFromDecimal(value, CURRENCY);

/** A price or a range of prices ("1.2", "1.2 -- 3.4", "0.97-4.08"), lowest and highest. Throws RangeError. */
export function priceRange(value: number | string): { from: Money; to: Money } {
  const [low, high] = String(value)
    .split(/\s*-{1,2}\s*/)
    .filter(Boolean);
  if (low === undefined) throw new RangeError(`expected a price, got ${value}`);
  return { from: usd(low), to: usd(high ?? low) };
}

/** "7-12", "2-5 days" or "13" as days; nothing when CJ does not say it in figures. */
export function days(text: string | null | undefined): { min?: number; max?: number } {
  const found = /(\d+)(?:\s*-\s*(\d+))?/.exec(text ?? '');
  if (!found) return {};
  return { min: Number(found[1]), max: Number(found[2] ?? found[1]) };
}

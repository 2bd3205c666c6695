import type { ProductDetail } from '@quayside/contracts';
import type { Money } from '@quayside/kernel/money.ts';
import { estimateProfit } from '@quayside/kernel/profit.ts';

type Variant = ProductDetail['variants'][number];

export interface Moved {
  variant: Variant;
  now: Money;
  was: Money;
  /** Whole percent of the price, as the cost is here and as it is at the supplier now; null at price 0 and without `shipping`. */
  margin: { before: number | null; after: number | null };
}

/** The variants that are sold and cost otherwise at the supplier than here. */
export const movedVariants = (variants: readonly Variant[], shipping: Money | undefined): Moved[] =>
  variants.flatMap((variant) => {
    const now = variant.supplier?.found ? variant.supplier.cost : null;
    if (!variant.enabled || !now || now.amount === variant.cost.amount) return [];
    const marginAt = (cost: Money) => (shipping ? estimateProfit(variant.price, cost, shipping).margin : null);
    const margin = { before: marginAt(variant.cost), after: marginAt(now) };
    return [{ variant, now, was: variant.cost, margin }];
  });

/** The variants that are sold and of which the supplier has none, or that it does not know any more. */
export const missingVariants = (variants: readonly Variant[]): { out: Variant[]; gone: Variant[] } => {
  const sold = variants.filter((variant) => variant.enabled && variant.supplier);
  return {
    out: sold.filter((variant) => variant.supplier?.found && variant.supplier.stock === 0),
    gone: sold.filter((variant) => variant.supplier?.found === false),
  };
};

export const nameOfVariant = (variant: Pick<Variant, 'option_values' | 'sku'>): string =>
  variant.option_values.join(' / ') || variant.sku;

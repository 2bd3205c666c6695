import type { PricePreviewRow, PricePreviewTotals } from '@quayside/contracts';
import { type Money, money } from '@quayside/kernel';
import type { JudgedProduct, JudgedVariant } from './judge-catalog.ts';

const rangeOf = (amounts: readonly number[], currency: string): { from: Money; to: Money } | null =>
  amounts.length === 0
    ? null
    : { from: money(Math.min(...amounts), currency), to: money(Math.max(...amounts), currency) };

const computedOf = (variants: readonly JudgedVariant[]) =>
  variants.flatMap(({ judged: { result } }) => ('missing' in result ? [] : [result]));

const lacks = (variants: readonly JudgedVariant[], what: 'cost' | 'shipping' | 'rate') =>
  variants.some(({ judged: { result } }) => 'missing' in result && result.missing === what);

/** A product of the preview. */
export function previewRow(
  { product, currency, shipping, variants }: JudgedProduct,
  card: { title: string; image: string | null } | undefined,
): PricePreviewRow {
  const costs = variants.map(({ variant }) => variant.cost);
  const computed = computedOf(variants);
  const before = variants.flatMap((one) => one.before.price ?? []);
  const poorest = computed.toSorted((a, b) => a.profit - b.profit)[0];
  const compareAts = variants.flatMap(({ judged }) => ('missing' in judged.result ? [] : (judged.compareAfter ?? [])));
  return {
    product_id: product.product_id,
    title: card?.title ?? '',
    image: card?.image ?? null,
    variants: variants.length,
    cost: rangeOf(costs, product.currency) ?? { from: money(0, product.currency), to: money(0, product.currency) },
    shipping,
    price_now: before.length < variants.length ? null : rangeOf(before, currency),
    price: rangeOf(
      computed.map((one) => one.price),
      currency,
    ),
    compare_at: rangeOf(compareAts, currency),
    profit: poorest ? money(poorest.profit, currency) : null,
    margin: poorest && poorest.price > 0 ? Math.floor((poorest.profit * 10_000) / poorest.price) : null,
    raised: computed.some((one) => one.raised),
    edited: variants.some(({ judged }) => judged.edited),
    no_cost: lacks(variants, 'cost'),
    no_shipping: lacks(variants, 'shipping'),
    no_rate: lacks(variants, 'rate'),
  };
}

/** Counts what applying the rule would do, by variant. */
export function totalsOf(products: readonly JudgedProduct[], includeEdited: boolean): PricePreviewTotals {
  const totals: PricePreviewTotals = {
    products: products.length,
    variants: 0,
    up: 0,
    down: 0,
    same: 0,
    fresh: 0,
    raised: 0,
    edited: 0,
    no_cost: 0,
    no_shipping: 0,
    no_rate: 0,
    changing: 0,
  };
  for (const { variants } of products) {
    for (const { judged } of variants) {
      totals.variants += 1;
      if (judged.changes) totals.changing += 1;
      if (judged.edited) totals.edited += 1;
      if ('missing' in judged.result) totals[`no_${judged.result.missing}`] += 1;
      else if (judged.direction && (includeEdited || !judged.edited)) {
        totals[judged.direction] += 1;
        if (judged.result.raised) totals.raised += 1;
      }
    }
  }
  return totals;
}

import {
  type FieldValue,
  type KeptFields,
  keepsOfVariant,
  type ListingInput,
  type ProductField,
  type StoreFields,
  type VariantField,
} from '@quayside/connector-kit';
import { type Money, money, moneyFromDecimal } from '@quayside/kernel';
import { decodeEntities } from './entities.ts';
import { PER_GRAM } from './listing-body.ts';
import type { RawProduct, RawVariation } from './raw.ts';
import { isOurSale } from './sale.ts';

type VariantFields = Partial<Record<VariantField, FieldValue>>;

/** An amount in minor units; null: none, or nothing that reads as one. */
function minor(value: string | number | null | undefined, currency: string): number | null {
  if (value === '' || value === null || value === undefined) return null;
  try {
    return moneyFromDecimal(value, currency).amount;
  } catch {
    return null;
  }
}

/** Regular and sale price are price and compare-at price where the sale is ours; the merchant's own sale is left out. */
function pricesOf(item: RawProduct | RawVariation, currency: string): VariantFields {
  const regular = minor(item.regular_price, currency);
  if (!isOurSale(item)) return { price: regular, compareAtPrice: null };
  return { price: minor(item.sale_price, currency), compareAtPrice: regular };
}

function variantFields(item: RawProduct | RawVariation, currency: string, weightUnit: string): VariantFields {
  const perGram = PER_GRAM[weightUnit];
  return {
    ...pricesOf(item, currency),
    sku: item.sku,
    barcode: item.global_unique_id,
    ...(perGram === undefined ? {} : { weightGrams: item.weight ? Math.round(Number(item.weight) * perGram) : null }),
    ...(item.manage_stock === true ? { sellsOutOfStock: item.backorders !== 'no' } : {}),
  };
}

const STATUS: Record<string, string> = { publish: 'active' };

const productFields = ({ name, description, status }: RawProduct): Partial<Record<ProductField, FieldValue>> => ({
  title: decodeEntities(name),
  descriptionHtml: description,
  status: STATUS[status] ?? status,
});

export const currencyOf = (input: ListingInput): string => input.variants[0]?.price.currency ?? 'USD';

/** What the shop holds of a listing. `variations`: ours, by our reference; a product without options is its own only variant. */
export function storeFields(
  product: RawProduct,
  variations: ReadonlyMap<string, RawProduct | RawVariation>,
  { currency, weightUnit }: { currency: string; weightUnit: string },
): StoreFields {
  const variants = [...variations].map(([ref, item]) => [ref, variantFields(item, currency, weightUnit)] as const);
  return { product: productFields(product), variants: Object.fromEntries(variants) };
}

const heldMoney = (value: FieldValue | undefined, currency: string): Money | undefined =>
  typeof value === 'number' ? money(value, currency) : undefined;

/**
 * The input with the shop's own price where only one of price and compare-at price is written: WooCommerce keeps both in its
 * regular and sale price, so one can't be written without the other.
 */
export function withHeldPrices(input: ListingInput, held: StoreFields, kept: KeptFields): ListingInput {
  const variants = input.variants.map((variant) => {
    const keeps = keepsOfVariant(kept, variant.ref);
    const there = held.variants[variant.ref];
    if (!there || keeps.has('price') === keeps.has('compareAtPrice')) return variant;
    const { compareAtPrice, ...rest } = variant;
    const { currency } = variant.price;
    const price = keeps.has('price') ? heldMoney(there.price, currency) : undefined;
    const compareAt = keeps.has('compareAtPrice') ? heldMoney(there.compareAtPrice, currency) : compareAtPrice;
    return { ...rest, price: price ?? rest.price, ...(compareAt ? { compareAtPrice: compareAt } : {}) };
  });
  return { ...input, variants };
}

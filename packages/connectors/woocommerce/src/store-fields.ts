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
import { PER_GRAM, PER_MILLIMETER, type ShopUnits, SIZE_FIELDS, SIZES } from './listing-body.ts';
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

/** null: not set. Left out while the shop's unit is not known. */
function weightOf(weight: RawProduct['weight'], perGram: number | undefined): VariantFields {
  if (!weight) return { weightGrams: null };
  return perGram === undefined ? {} : { weightGrams: Math.round(Number(weight) * perGram) };
}

function variantFields(item: RawProduct | RawVariation, currency: string, units: ShopUnits): VariantFields {
  const perGram = PER_GRAM[units.weight];
  return {
    ...pricesOf(item, currency),
    sku: item.sku,
    barcode: item.global_unique_id,
    ...weightOf(item.weight, perGram),
    ...(item.manage_stock === true ? { sellsOutOfStock: item.backorders !== 'no' } : {}),
  };
}

const STATUS: Record<string, string> = { publish: 'active' };

/** In millimeters; null: not set. A size is left out while the shop's unit is not known. */
function sizesOf({ dimensions }: RawProduct, unit: string): Partial<Record<ProductField, FieldValue>> {
  const perMillimeter = PER_MILLIMETER[unit];
  const sizes: Partial<Record<ProductField, FieldValue>> = {};
  for (const field of SIZE_FIELDS) {
    const text = dimensions[SIZES[field]];
    if (!text) sizes[field] = null;
    else if (perMillimeter !== undefined) sizes[field] = Math.round(Number(text) * perMillimeter);
  }
  return sizes;
}

const productFields = (product: RawProduct, units: ShopUnits): Partial<Record<ProductField, FieldValue>> => ({
  title: decodeEntities(product.name),
  descriptionHtml: product.description,
  status: STATUS[product.status] ?? product.status,
  ...sizesOf(product, units.size),
});

export const currencyOf = (input: ListingInput): string => input.variants[0]?.price.currency ?? 'USD';

/** What the shop holds of a listing. `variations`: ours, by our reference; a product without options is its own only variant. */
export function storeFields(
  product: RawProduct,
  variations: ReadonlyMap<string, RawProduct | RawVariation>,
  { currency, units }: { currency: string; units: ShopUnits },
): StoreFields {
  const variants = [...variations].map(([ref, item]) => [ref, variantFields(item, currency, units)] as const);
  return { product: productFields(product, units), variants: Object.fromEntries(variants) };
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

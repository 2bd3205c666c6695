import { createHash } from 'node:crypto';
import {
  type KeptFields,
  keepsOfVariant,
  type ListingImage,
  type ListingInput,
  type ListingVariantInput,
  NOTHING_KEPT,
} from '@quayside/connector-kit';
import { REF } from './meta.ts';
import { priceFields, type SaleBefore, saleMeta } from './sale.ts';

type Body = Record<string, unknown>;

/**
 * The SKU by which a listing is found again, and which the shop itself keeps from being made twice: WooCommerce has no
 * query by meta data, but it refuses a second product with the same SKU and finds products by it.
 */
export const guardSku = (ref: string): string =>
  `QS-${createHash('sha256').update(ref).digest('hex').slice(0, 12).toUpperCase()}`;

/** A product without options is its own only variant. */
export const isSimple = (input: ListingInput): boolean => input.options.length === 0;

export const productSku = (input: ListingInput): string =>
  (isSimple(input) ? input.variants[0]?.sku : undefined) || guardSku(input.ref);

export const variantSku = (variant: ListingVariantInput): string => variant.sku || guardSku(variant.ref);

/** WooCommerce parts options at "|": a value cannot hold one. */
export const optionValue = (value: string): string => value.replaceAll('|', '/');

/** Every picture once, those of variants after the product's own: a variant then refers to it by number. */
export function pictureUrls(input: ListingInput): ListingImage[] {
  const seen = new Map(input.images.map((image) => [image.url, image]));
  for (const { imageUrl } of input.variants) if (imageUrl && !seen.has(imageUrl)) seen.set(imageUrl, { url: imageUrl });
  return [...seen.values()];
}

/** What an update knows of a product or variation before it writes, and what of it stays. */
export interface Rewritten {
  before?: SaleBefore & { sku: string };
  kept?: KeptFields;
  /** The merchant made the product, and Quayside took it in: it gets neither a guard nor our reference. */
  isMerchants?: boolean;
}

/** Price, stock and weight, as WooCommerce keeps them on a simple product and on each variation. */
export function sellingFields(
  variant: ListingVariantInput,
  allowSellOutOfStock: boolean,
  { before, kept = NOTHING_KEPT }: Rewritten = {},
): Body {
  const { quantity } = variant;
  const keeps = keepsOfVariant(kept, variant.ref);
  const stock =
    quantity === undefined
      ? { manage_stock: false, stock_status: 'instock' }
      : { manage_stock: true, stock_quantity: quantity };
  const backorders = quantity === undefined ? {} : { backorders: allowSellOutOfStock ? 'yes' : 'no' };
  return {
    ...(keepsPrices(variant, kept) ? {} : priceFields(variant, before)),
    ...(keeps.has('quantity') ? {} : stock),
    ...(keeps.has('sellsOutOfStock') ? {} : backorders),
    ...(variant.weightGrams === undefined || keeps.has('weightGrams') ? {} : { grams: variant.weightGrams }),
    ...(variant.barcode === undefined || keeps.has('barcode') || (variant.barcode === '' && !before)
      ? {}
      : { global_unique_id: variant.barcode }),
  };
}

/** Regular and sale price are written together or not at all: each changes what the other means. */
const keepsPrices = ({ ref }: ListingVariantInput, kept: KeptFields): boolean =>
  keepsOfVariant(kept, ref).has('price') && keepsOfVariant(kept, ref).has('compareAtPrice');

const saleMetaOf = (variant: ListingVariantInput, { before, kept = NOTHING_KEPT }: Rewritten) =>
  keepsPrices(variant, kept) ? [] : saleMeta(variant, before);

/** The SKU of the product itself. On a product with options it is only our guard, where the merchant set none. */
function skuField(input: ListingInput, { before, kept = NOTHING_KEPT, isMerchants }: Rewritten): Body {
  const [first] = input.variants;
  const isTheirs = isSimple(input)
    ? first !== undefined && keepsOfVariant(kept, first.ref).has('sku')
    : isMerchants || (before !== undefined && before.sku !== '');
  return isTheirs ? {} : { sku: productSku(input) };
}

/** Fields of the product itself, and its meta data. Pictures and terms are added by the caller, who knows their numbers. */
export function productFields(input: ListingInput, there: Rewritten = {}): { fields: Body; meta: Body[] } {
  const only = isSimple(input) ? input.variants[0] : undefined;
  const { product: kept } = there.kept ?? NOTHING_KEPT;
  const fields = {
    ...(kept.has('title') ? {} : { name: input.title }),
    ...(kept.has('descriptionHtml') ? {} : { description: input.descriptionHtml }),
    ...sizes(input, kept),
    type: isSimple(input) ? 'simple' : 'variable',
    ...skuField(input, there),
    attributes: input.options.map((option, position) => ({
      name: option.name,
      options: option.values.map(optionValue),
      position,
      visible: true,
      variation: true,
    })),
    ...(only ? sellingFields(only, input.allowSellOutOfStock, there) : {}),
  };
  const mark = there.isMerchants ? [] : [{ key: REF, value: input.ref }];
  return { fields, meta: [...mark, ...(only ? saleMetaOf(only, there) : [])] };
}

/** A variation, without its picture. */
export function variationFields(input: ListingInput, variant: ListingVariantInput, there: Rewritten = {}): Body {
  const { kept = NOTHING_KEPT } = there;
  return {
    ...(keepsOfVariant(kept, variant.ref).has('sku') ? {} : { sku: variantSku(variant) }),
    ...sellingFields(variant, input.allowSellOutOfStock, there),
    attributes: input.options.map((option, index) => ({
      name: option.name,
      option: optionValue(variant.optionValues[index] ?? ''),
    })),
    menu_order: input.variants.indexOf(variant) + 1,
    meta_data: [{ key: REF, value: variant.ref }, ...saleMetaOf(variant, there)],
  };
}

export const PER_GRAM: Record<string, number> = { g: 1, kg: 1000, lbs: 453.59237, oz: 28.349523125 };

/** Source: WooCommerce, General settings > Products > Measurements. */
export const PER_MILLIMETER: Record<string, number> = { mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4 };

/** The units in which a shop keeps weights and sizes; empty: not read, or one that we don't know. */
export interface ShopUnits {
  weight: string;
  size: string;
}

/** The names of a product's sizes in the shop. */
export const SIZES = { lengthMm: 'length', widthMm: 'width', heightMm: 'height' } as const;
export const SIZE_FIELDS = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** The sizes to write, in millimeters; null clears one. What is left out stays. */
function sizes({ dimensions }: ListingInput, kept: KeptFields['product']): Body {
  if (!dimensions) return {};
  const written = SIZE_FIELDS.filter((field) => !kept.has(field)).map((field) => [field, dimensions[field]] as const);
  return written.length > 0 ? { millimeters: Object.fromEntries(written) } : {};
}

const inUnit = (value: number | null, perUnit: number): string =>
  value === null ? '' : String(Number((value / perUnit).toFixed(4)));

/** Measures are written in the shop's own units: a body's `grams` become its `weight`, its `millimeters` its `dimensions`. */
export function measured(body: Body, units: ShopUnits): Body {
  const { grams, millimeters, ...rest } = body;
  const [perGram, perMillimeter] = [PER_GRAM[units.weight], PER_MILLIMETER[units.size]];
  return {
    ...rest,
    ...(grams !== undefined && perGram !== undefined ? { weight: inUnit(grams as number | null, perGram) } : {}),
    ...(millimeters && perMillimeter !== undefined ? { dimensions: dimensionsIn(millimeters, perMillimeter) } : {}),
  };
}

const dimensionsIn = (millimeters: object, perMillimeter: number): Record<string, string> =>
  Object.fromEntries(
    SIZE_FIELDS.flatMap((field) => {
      const value = (millimeters as Partial<Record<typeof field, number | null>>)[field];
      return value === undefined ? [] : [[SIZES[field], inUnit(value, perMillimeter)] as const];
    }),
  );

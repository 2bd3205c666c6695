import { createHash } from 'node:crypto';
import type { ListingInput, ListingVariantInput } from '@quayside/connector-kit';
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
export function pictureUrls(input: ListingInput): { url: string; alt?: string }[] {
  const seen = new Map(input.images.map((image) => [image.url, image]));
  for (const { imageUrl } of input.variants) if (imageUrl && !seen.has(imageUrl)) seen.set(imageUrl, { url: imageUrl });
  return [...seen.values()];
}

/** Price, stock and weight, as WooCommerce keeps them on a simple product and on each variation. */
export function sellingFields(variant: ListingVariantInput, allowSellOutOfStock: boolean, before?: SaleBefore): Body {
  const { quantity } = variant;
  return {
    ...priceFields(variant, before),
    ...(quantity === undefined
      ? { manage_stock: false, stock_status: 'instock' }
      : { manage_stock: true, stock_quantity: quantity, backorders: allowSellOutOfStock ? 'yes' : 'no' }),
    ...(variant.weightGrams === undefined ? {} : { grams: variant.weightGrams }),
    ...(variant.barcode === undefined ? {} : { global_unique_id: variant.barcode }),
  };
}

/** Fields of the product itself, and its meta data. Pictures and terms are added by the caller, who knows their numbers. */
export function productFields(input: ListingInput, before?: SaleBefore): { fields: Body; meta: Body[] } {
  const only = isSimple(input) ? input.variants[0] : undefined;
  const fields = {
    name: input.title,
    description: input.descriptionHtml,
    type: isSimple(input) ? 'simple' : 'variable',
    sku: productSku(input),
    attributes: input.options.map((option, position) => ({
      name: option.name,
      options: option.values.map(optionValue),
      position,
      visible: true,
      variation: true,
    })),
    ...(only ? sellingFields(only, input.allowSellOutOfStock, before) : {}),
  };
  return { fields, meta: [{ key: REF, value: input.ref }, ...(only ? saleMeta(only, before) : [])] };
}

/** A variation, without its picture. */
export function variationFields(input: ListingInput, variant: ListingVariantInput, before?: SaleBefore): Body {
  return {
    sku: variantSku(variant),
    ...sellingFields(variant, input.allowSellOutOfStock, before),
    attributes: input.options.map((option, index) => ({
      name: option.name,
      option: optionValue(variant.optionValues[index] ?? ''),
    })),
    menu_order: input.variants.indexOf(variant) + 1,
    meta_data: [{ key: REF, value: variant.ref }, ...saleMeta(variant, before)],
  };
}

const PER_GRAM: Record<string, number> = { g: 1, kg: 1000, lbs: 453.59237, oz: 28.349523125 };

/** Weights are written in the shop's own unit; a body's `grams` becomes its `weight`. */
export function weighed(body: Body, unit: string): Body {
  const { grams, ...rest } = body;
  const divisor = PER_GRAM[unit];
  if (typeof grams !== 'number' || divisor === undefined) return rest;
  return { ...rest, weight: String(Number((grams / divisor).toFixed(4))) };
}

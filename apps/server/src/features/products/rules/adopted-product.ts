import type { CatalogProduct, CatalogRefusal } from '@quayside/connector-kit';
import { LONGEST_BARCODE } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { NewProduct } from '../repo.ts';
import type { OwnField, Product, Variant } from '../tables.ts';
import { STORE_SOURCE } from './file-source.ts';

/** Why a product of a store can't be taken in. */
export type AdoptionRefusal = CatalogRefusal | 'no_title' | 'no_variants' | 'too_many_options' | 'same_options';

/** Options that a product here can have. */
const MOST_OPTIONS = 3;
const MOST_IMAGES = 250;

/** undefined: it can be taken in. `most`: variants that a product of the platform has at most. */
export function refuseAdoption(product: CatalogProduct, most: number): AdoptionRefusal | undefined {
  if (product.title.trim() === '') return 'no_title';
  if (product.variants.length === 0) return 'no_variants';
  if (product.variants.length > most) return 'too_many_variants';
  if (product.options.length > MOST_OPTIONS) return 'too_many_options';
  const keys = product.variants.map(({ optionValues }) =>
    JSON.stringify(optionValues.map((value) => value.trim().toLowerCase())),
  );
  // An update tells variants by their options.
  return new Set(keys).size < keys.length ? 'same_options' : undefined;
}

/** Names a store's product among all sources; unique in a workspace. */
export const adoptedName = (storeId: string, externalProductId: string): string => `${storeId}/${externalProductId}`;

type Own = Pick<Product, Exclude<OwnField, 'weight_unit'> | 'tags'>;

export interface AdoptedProduct {
  row: NewProduct;
  own: Own;
  variants: Variant[];
}

/** A value that all variants have; empty where they differ. */
const common = (values: readonly string[]): string => (new Set(values).size === 1 ? (values[0] ?? '') : '');

/** A measure that a product here can have. */
const size = (value: number | null): number | null => (value !== null && value >= 1 && value <= 100_000 ? value : null);

/** A store's product as one of the product center, without supplier and cost. `clean` makes its description safe to show. */
export function adoptedProduct(
  found: CatalogProduct,
  store: { storeId: string; mode: NewProduct['mode']; currency: string },
  { now, clean }: { now: string; clean(html: string): string },
): AdoptedProduct {
  const productId = newId();
  const images = [...new Map(found.images.map((image) => [image.url, image])).values()].slice(0, MOST_IMAGES);
  const prices = found.variants.map(({ price }) => price.amount);
  const variants = found.variants.map(
    (variant, position): Variant => ({
      product_id: productId,
      variant_id: newId(),
      source_variant_id: variant.externalVariantId,
      source_sku: variant.sku,
      sku: variant.sku,
      barcode: variant.barcode.trim().slice(0, LONGEST_BARCODE),
      option_values: variant.optionValues,
      cost: 0,
      price: variant.price.amount,
      compare_at_price: variant.compareAtPrice?.amount ?? null,
      stock: variant.quantity,
      weight_grams: variant.weightGrams,
      source_weight_grams: variant.weightGrams,
      image_url: variant.imageUrl ?? null,
      position,
      enabled: true,
    }),
  );
  const options = found.options.map(({ name, values }, at) => {
    const used = new Set(variants.map((variant) => variant.option_values[at] ?? ''));
    // Values in the store's order; WooCommerce may list a variation's value in other letters than the attribute.
    return { name, values: [...new Set([...values.filter((value) => used.has(value)), ...used])] };
  });
  const descriptionHtml = clean(found.descriptionHtml);
  return {
    row: {
      product_id: productId,
      source: STORE_SOURCE,
      mode: store.mode,
      source_product_id: adoptedName(store.storeId, found.externalProductId),
      ship_to: 'US',
      title: found.title,
      description_html: descriptionHtml,
      vendor: found.vendor,
      product_type: found.productType,
      tags: [],
      options,
      images,
      currency: store.currency,
      cost_from: 0,
      cost_to: 0,
      price_from: Math.min(...prices),
      price_to: Math.max(...prices),
      total_variants: variants.length,
      original: {
        title: found.title,
        descriptionHtml,
        vendor: found.vendor,
        productType: found.productType,
        tags: found.tags,
        options,
        images,
        specifications: [],
        variants: variants.map((variant) => ({
          sourceVariantId: variant.source_variant_id,
          sku: variant.sku,
          ...(variant.barcode ? { barcode: variant.barcode } : {}),
          optionValues: variant.option_values,
          cost: 0,
          price: variant.price,
          imageUrl: variant.image_url,
        })),
        importedAt: now,
      },
    },
    own: {
      tags: found.tags,
      seo_title: found.seo.title,
      seo_description: found.seo.description,
      hs_code: common(found.variants.map(({ hsCode }) => hsCode)),
      origin_country: common(found.variants.map(({ originCountry }) => originCountry)),
      length_mm: size(found.dimensions.lengthMm),
      width_mm: size(found.dimensions.widthMm),
      height_mm: size(found.dimensions.heightMm),
    },
    variants,
  };
}

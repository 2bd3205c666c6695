import { newId } from '@quayside/kernel';
import type { NewProduct } from './repo.ts';
import type { ImportedProduct } from './rules/from-source.ts';
import type { Variant } from './tables.ts';

interface Origin {
  source: NewProduct['source'];
  mode: NewProduct['mode'];
  sourceProductId: string;
  shipTo: string;
  currency: string;
}

/** The rows of a product that was not imported before. `sold`: its variants with the supplier's own SKUs. */
export function newProductRows(
  { currency, mode, shipTo, source, sourceProductId }: Origin,
  { original, variants, ...range }: ImportedProduct,
  sold: readonly { sourceVariantId: string; sku: string }[],
): { product: NewProduct; variants: Variant[] } {
  const productId = newId();
  const sourceSkus = new Map(sold.map((variant) => [variant.sourceVariantId, variant.sku]));
  return {
    product: {
      product_id: productId,
      source,
      mode,
      source_product_id: sourceProductId,
      ship_to: shipTo,
      title: original.title,
      description_html: original.descriptionHtml,
      vendor: original.vendor,
      product_type: original.productType,
      tags: [],
      options: original.options,
      images: original.images,
      currency,
      cost_from: range.costFrom,
      cost_to: range.costTo,
      price_from: range.priceFrom,
      price_to: range.priceTo,
      total_variants: variants.length,
      original,
    },
    variants: variants.map((variant, position) => ({
      product_id: productId,
      variant_id: newId(),
      source_variant_id: variant.sourceVariantId,
      source_sku: sourceSkus.get(variant.sourceVariantId) ?? variant.sku,
      sku: variant.sku,
      barcode: variant.barcode ?? '',
      option_values: variant.optionValues,
      cost: variant.cost,
      price: variant.price,
      compare_at_price: variant.compareAtPrice ?? null,
      stock: variant.stock,
      weight_grams: variant.weightGrams,
      source_weight_grams: variant.weightGrams,
      image_url: variant.imageUrl,
      position,
      enabled: true,
    })),
  };
}

import type { ProductChange } from '@quayside/contracts';
import { money, toDecimal } from '@quayside/kernel';
import type { Option, Product, Variant } from '../tables.ts';

type Field = ProductChange['field'];

const change = (field: Field, before: string | null, after: string | null, of?: { id: string; label: string }) =>
  before === after
    ? []
    : [{ field, variant_id: of?.id ?? null, label: of?.label ?? null, before, after } satisfies ProductChange];

const whole = (value: number | null): string | null => (value === null ? null : String(value));

function optionChanges(before: readonly Option[], after: readonly Option[]): ProductChange[] {
  return after.flatMap((option, at) => {
    const old = before[at];
    if (!old) return [];
    const values = option.values.flatMap((value, n) => {
      const [changed] = change('option_value', old.values[n] ?? null, value);
      return changed ? [{ ...changed, label: option.name }] : [];
    });
    return [...change('option_name', old.name, option.name), ...values];
  });
}

function variantChanges(product: Product, variants: readonly Variant[]): ProductChange[] {
  const amount = (value: number | null) =>
    value === null ? null : `${toDecimal(money(value, product.currency))} ${product.currency}`;
  const originals = new Map(product.original.variants.map((variant) => [variant.sourceVariantId, variant]));
  return variants.flatMap((variant) => {
    const old = originals.get(variant.source_variant_id);
    if (!old) return [];
    const of = { id: variant.variant_id, label: variant.option_values.join(' / ') || variant.sku };
    return [
      ...change('variant_price', amount(old.price), amount(variant.price), of),
      ...change('variant_compare_at_price', null, amount(variant.compare_at_price), of),
      ...change('variant_weight', whole(variant.source_weight_grams), whole(variant.weight_grams), of),
      ...change('variant_sku', old.sku, variant.sku, of),
      ...change('variant_barcode', old.barcode ?? '', variant.barcode, of),
      ...change('variant_enabled', 'true', String(variant.enabled), of),
      ...change('variant_image', old.imageUrl, variant.image_url, of),
    ];
  });
}

const list = (values: readonly string[]): string => values.join(', ');

/** What the owner changed against what the supplier said on the day of the import, field by field. */
export function getChanges(product: Product, variants: readonly Variant[]): ProductChange[] {
  const { original } = product;
  return [
    ...change('title', original.title, product.title),
    ...change('description_html', original.descriptionHtml, product.description_html),
    ...change('vendor', original.vendor, product.vendor),
    ...change('product_type', original.productType, product.product_type),
    ...change('tags', list(original.tags), list(product.tags)),
    ...change('seo_title', '', product.seo_title),
    ...change('seo_description', '', product.seo_description),
    ...change('hs_code', '', product.hs_code),
    ...change('origin_country', '', product.origin_country),
    ...change('length_mm', null, whole(product.length_mm)),
    ...change('width_mm', null, whole(product.width_mm)),
    ...change('height_mm', null, whole(product.height_mm)),
    ...optionChanges(original.options, product.options),
    ...change('images', list(original.images.map((one) => one.url)), list(product.images.map((one) => one.url))),
    ...variantChanges(product, variants),
  ];
}

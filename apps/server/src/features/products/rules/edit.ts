import type { ProductEdit } from '@quayside/contracts';
import type { Option, Product, Variant } from '../tables.ts';

/** An edit that cannot be made: the input at fault and the key of the reason. */
export interface EditRefusal {
  field: string;
  key: string;
}

export interface Edited {
  product: Product;
  variants: Variant[];
}

const isRepeated = (values: readonly string[]): boolean =>
  new Set(values.map((value) => value.toLowerCase())).size < values.length;

/** New names for options and values, place by place; no option and no value comes or goes. */
function renameOptions(edited: Edited, next: readonly Option[]): Edited | EditRefusal {
  const before = edited.product.options;
  if (next.length !== before.length) return { field: 'options', key: 'OPTIONS_NUMBER_FIXED' };
  if (isRepeated(next.map((option) => option.name))) return { field: 'options', key: 'OPTION_NAME_TWICE' };
  for (const [at, option] of next.entries()) {
    if (option.values.length !== before[at]?.values.length)
      return { field: `options.${at}.values`, key: 'OPTION_VALUES_NUMBER_FIXED' };
    if (isRepeated(option.values)) return { field: `options.${at}.values`, key: 'OPTION_VALUE_TWICE' };
  }
  const renamed = next.map((option, at) => new Map(before[at]?.values.map((old, n) => [old, option.values[n] ?? old])));
  const variants = edited.variants.map((variant) => ({
    ...variant,
    option_values: variant.option_values.map((value, at) => renamed[at]?.get(value) ?? value),
  }));
  return { product: { ...edited.product, options: next.map(({ name, values }) => ({ name, values })) }, variants };
}

function editVariants(edited: Edited, changes: NonNullable<ProductEdit['variants']>): Edited | EditRefusal {
  const { currency } = edited.product;
  const byId = new Map(edited.variants.map((variant) => [variant.variant_id, variant]));
  for (const [at, change] of changes.entries()) {
    const variant = byId.get(change.variant_id);
    if (!variant) return { field: `variants.${at}.variant_id`, key: 'VARIANT_NOT_FOUND' };
    for (const name of ['price', 'compare_at_price'] as const) {
      const amount = change[name];
      if (!amount) continue;
      if (amount.currency !== currency) return { field: `variants.${at}.${name}`, key: 'PRICE_CURRENCY_FIXED' };
      if (amount.amount < 0) return { field: `variants.${at}.${name}`, key: 'PRICE_BELOW_ZERO' };
    }
    byId.set(change.variant_id, {
      ...variant,
      ...(change.price ? { price: change.price.amount } : {}),
      ...(change.compare_at_price === undefined ? {} : { compare_at_price: change.compare_at_price?.amount ?? null }),
      ...(change.weight_grams === undefined ? {} : { weight_grams: change.weight_grams }),
      ...(change.sku === undefined ? {} : { sku: change.sku }),
      ...(change.barcode === undefined ? {} : { barcode: change.barcode }),
      ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
      ...(change.image_url === undefined ? {} : { image_url: change.image_url }),
    });
  }
  return { ...edited, variants: [...byId.values()] };
}

function checkWhole({ product, variants }: Edited): EditRefusal | undefined {
  const enabled = variants.filter((variant) => variant.enabled);
  if (enabled.length === 0) return { field: 'variants', key: 'NO_VARIANT_LEFT' };
  // Products of stores may have variants without SKUs.
  if (isRepeated(variants.map((variant) => variant.sku).filter((sku) => sku !== '')))
    return { field: 'variants', key: 'SKU_TWICE' };
  const urls = product.images.map((image) => image.url);
  if (new Set(urls).size < urls.length) return { field: 'images', key: 'IMAGE_TWICE' };
  return undefined;
}

/** Applies an edit to a product. Descriptions come in clean. The revision counts up when something really changed. */
export function applyEdit(product: Product, variants: readonly Variant[], edit: ProductEdit): Edited | EditRefusal {
  if (edit.revision !== product.revision) return { field: 'revision', key: 'PRODUCT_CHANGED_MEANWHILE' };
  let edited: Edited | EditRefusal = {
    product: {
      ...product,
      title: edit.title ?? product.title,
      description_html: edit.description_html ?? product.description_html,
      vendor: edit.vendor ?? product.vendor,
      product_type: edit.product_type ?? product.product_type,
      tags: edit.tags ? [...new Set(edit.tags)] : product.tags,
      seo_title: edit.seo_title ?? product.seo_title,
      seo_description: edit.seo_description ?? product.seo_description,
      hs_code: edit.hs_code ?? product.hs_code,
      origin_country: edit.origin_country ?? product.origin_country,
      weight_unit: edit.weight_unit ?? product.weight_unit,
      length_mm: edit.length_mm === undefined ? product.length_mm : edit.length_mm,
      width_mm: edit.width_mm === undefined ? product.width_mm : edit.width_mm,
      height_mm: edit.height_mm === undefined ? product.height_mm : edit.height_mm,
      images: edit.images ?? product.images,
    },
    variants: [...variants],
  };
  if (edit.options) edited = renameOptions(edited, edit.options);
  if ('key' in edited) return edited;
  if (edit.variants) edited = editVariants(edited, edit.variants);
  if ('key' in edited) return edited;
  const refusal = checkWhole(edited);
  if (refusal) return refusal;
  const prices = edited.variants.filter((variant) => variant.enabled).map((variant) => variant.price);
  const whole = { ...edited.product, price_from: Math.min(...prices), price_to: Math.max(...prices) };
  // Stores get weights in grams: the unit that they are shown in changes nothing there, so no listing is out of date by it.
  const inGrams = { ...whole, weight_unit: product.weight_unit };
  const same = JSON.stringify([inGrams, edited.variants]) === JSON.stringify([product, variants]);
  return { product: same ? whole : { ...whole, revision: product.revision + 1 }, variants: edited.variants };
}

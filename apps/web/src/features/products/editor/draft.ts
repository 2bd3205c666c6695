import type { ProductDetail, ProductEdit } from '@quayside/contracts';
import type { Money } from '@quayside/kernel/money.ts';
import type { WeightUnit } from './sheet/weight.ts';

export interface DraftVariant {
  price: Money;
  compare_at_price: Money | null;
  /** null: not known. */
  weight_grams: number | null;
  sku: string;
  /** Empty: none. */
  barcode: string;
  enabled: boolean;
  image_url: string | null;
}

export interface DraftOption {
  name: string;
  values: string[];
}

/** What an owner may change of a product, as it stands on the screen. */
export interface Draft {
  title: string;
  description_html: string;
  vendor: string;
  product_type: string;
  tags: string[];
  seo_title: string;
  seo_description: string;
  hs_code: string;
  /** ISO 3166-1 alpha-2; empty: not known. */
  origin_country: string;
  weight_unit: WeightUnit;
  /** Of the packed product, in millimeters; null: not known. */
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  options: DraftOption[];
  images: { url: string; alt?: string }[];
  /** By variant id. */
  variants: Record<string, DraftVariant>;
}

/** Fields that are kept and compared as a whole. */
export const PLAIN_FIELDS = [
  'title',
  'description_html',
  'vendor',
  'product_type',
  'tags',
  'seo_title',
  'seo_description',
  'hs_code',
  'origin_country',
  'weight_unit',
  'length_mm',
  'width_mm',
  'height_mm',
  'options',
  'images',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];
export const VARIANT_FIELDS = [
  'price',
  'compare_at_price',
  'weight_grams',
  'sku',
  'barcode',
  'enabled',
  'image_url',
] as const;
export type VariantField = (typeof VARIANT_FIELDS)[number];

/** The draft of a product as the server keeps it. */
export function toDraft(product: ProductDetail): Draft {
  const { title, description_html, vendor, product_type, tags, options, images } = product;
  const { seo_title, seo_description, hs_code, origin_country } = product;
  const { weight_unit, length_mm, width_mm, height_mm } = product;
  const variants = product.variants.map(
    ({ variant_id, price, compare_at_price, weight_grams, sku, barcode, enabled, image_url }) =>
      [variant_id, { price, compare_at_price, weight_grams, sku, barcode, enabled, image_url }] as const,
  );
  return {
    title,
    description_html,
    vendor,
    product_type,
    tags,
    seo_title,
    seo_description,
    hs_code,
    origin_country,
    weight_unit,
    length_mm,
    width_mm,
    height_mm,
    options,
    images,
    variants: Object.fromEntries(variants),
  };
}

/** Whether two values of a draft say the same; money, lists and texts alike. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  }
  return true;
}

const trimmed = (text: string) => text.trim();

/** A draft as it is sent: without the spaces at the ends that nobody means. */
function tidied(draft: Draft): Draft {
  return {
    ...draft,
    title: draft.title.trim(),
    vendor: draft.vendor.trim(),
    product_type: draft.product_type.trim(),
    seo_title: draft.seo_title.trim(),
    seo_description: draft.seo_description.trim(),
    options: draft.options.map((option) => ({ name: option.name.trim(), values: option.values.map(trimmed) })),
  };
}

/**
 * What has to be sent so that the server keeps `draft`: only what differs from `base`, with the revision that was on
 * the screen. Undefined when nothing differs.
 */
export function toEdit(
  product: Pick<ProductDetail, 'id' | 'revision'>,
  base: Draft,
  draft: Draft,
): ProductEdit | undefined {
  const wanted = tidied(draft);
  const edit: ProductEdit = { product_id: product.id, revision: product.revision };
  for (const field of PLAIN_FIELDS) {
    if (!same(base[field], wanted[field])) Object.assign(edit, { [field]: wanted[field] });
  }
  const variants = Object.entries(wanted.variants).flatMap(([variant_id, variant]) => {
    const before = base.variants[variant_id];
    if (!before) return [];
    const changed = VARIANT_FIELDS.filter((field) => !same(before[field], variant[field]));
    if (changed.length === 0) return [];
    return [{ variant_id, ...Object.fromEntries(changed.map((field) => [field, variant[field]])) }];
  });
  if (variants.length > 0) edit.variants = variants;
  return Object.keys(edit).length > 2 ? edit : undefined;
}

/** A draft with one variant changed. */
export function withVariants(
  draft: Draft,
  ids: readonly string[],
  change: (variant: DraftVariant) => DraftVariant,
): Draft {
  const variants = { ...draft.variants };
  for (const id of ids) {
    const variant = variants[id];
    if (variant) variants[id] = change(variant);
  }
  return { ...draft, variants };
}

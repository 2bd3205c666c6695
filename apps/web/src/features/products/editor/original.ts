import type { ProductDetail } from '@quayside/contracts';
import { parseChangeMoney } from '../../../lib/money-text.ts';
import {
  type Draft,
  type DraftVariant,
  PLAIN_FIELDS,
  type PlainField,
  same,
  toDraft,
  VARIANT_FIELDS,
  type VariantField,
} from './draft.ts';

/** How one variant looked at the supplier, from how it is and what the server says has changed. */
function undo(variant: DraftVariant, change: ProductDetail['changes'][number]): DraftVariant {
  switch (change.field) {
    case 'variant_price':
      return { ...variant, price: parseChangeMoney(change.before) ?? variant.price };
    case 'variant_compare_at_price':
      return { ...variant, compare_at_price: parseChangeMoney(change.before) };
    case 'variant_weight':
      return { ...variant, weight_grams: change.before === null ? null : Number(change.before) };
    case 'variant_sku':
      return { ...variant, sku: change.before ?? variant.sku };
    case 'variant_barcode':
      return { ...variant, barcode: change.before ?? '' };
    case 'variant_enabled':
      return { ...variant, enabled: change.before !== 'false' };
    case 'variant_image':
      return { ...variant, image_url: change.before };
    default:
      return variant;
  }
}

/** No supplier says how large a product is, and weights begin in grams. */
const NO_SIZE = { weight_unit: 'g', length_mm: null, width_mm: null, height_mm: null } as const;

/** What the supplier said on the day of the import, in the form of a draft. */
export function getOriginal(product: ProductDetail): Draft {
  const { title, description_html, vendor, product_type, tags, options, images } = product.original;
  const variants = { ...toDraft(product).variants };
  for (const change of product.changes) {
    const variant = change.variant_id ? variants[change.variant_id] : undefined;
    if (change.variant_id && variant) variants[change.variant_id] = undo(variant, change);
  }
  const unset = { seo_title: '', seo_description: '', hs_code: '', origin_country: '', ...NO_SIZE };
  return { title, description_html, vendor, product_type, tags, ...unset, options, images, variants };
}

type PlainDraft = Omit<Draft, 'variants'>;

export interface DraftChanges {
  fields: Set<PlainField>;
  /** Variant ids with the fields that differ. */
  variants: Map<string, ReadonlySet<VariantField>>;
  /** How many things differ in all: each field once, each field of a variant once. */
  count: number;
}

const sets = new Map<string, ReadonlySet<VariantField>>();

/** The same object for the same fields, so that only rows whose changes changed are rendered. */
function fieldSet(fields: readonly VariantField[]): ReadonlySet<VariantField> {
  const name = fields.join();
  const found = sets.get(name) ?? new Set(fields);
  sets.set(name, found);
  return found;
}

/** Fields of the product, without its variants, in which a draft differs from another one. */
export const changedFields = (before: PlainDraft, after: PlainDraft): DraftChanges['fields'] =>
  // The unit of the weights only changes how they are shown.
  new Set(PLAIN_FIELDS.filter((field) => field !== 'weight_unit' && !same(before[field], after[field])));

/** Variants that differ from those of another draft, each with its fields. */
export function changedVariants(before: Draft['variants'], after: Draft['variants']): DraftChanges['variants'] {
  const variants: DraftChanges['variants'] = new Map();
  for (const [id, variant] of Object.entries(after)) {
    const old = before[id];
    if (!old || old === variant) continue;
    const changed = fieldSet(VARIANT_FIELDS.filter((field) => !same(old[field], variant[field])));
    if (changed.size > 0) variants.set(id, changed);
  }
  return variants;
}

/** Changes of fields and variants as one, counted. */
export function summed(fields: DraftChanges['fields'], variants: DraftChanges['variants']): DraftChanges {
  let count = fields.size;
  for (const changed of variants.values()) count += changed.size;
  return { fields, variants, count };
}

/** Where a draft differs from another one: from the supplier's original, or from what is saved. */
export const changesBetween = (before: Draft, after: Draft): DraftChanges =>
  summed(changedFields(before, after), changedVariants(before.variants, after.variants));

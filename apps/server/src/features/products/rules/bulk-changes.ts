import type { BULK_FIELDS, BulkChanges } from '@quayside/contracts';
import type { Product, Variant } from '../tables.ts';
import { applyEdit, type Edited, type EditRefusal } from './edit.ts';

const MOST_TITLE = 255;
const MOST_TAGS = 250;

/** Amounts in the smallest unit, rounded half up. */
const percentOf = (amount: number, percent: number): number => Math.round((amount * percent) / 100);

/** Every occurrence, upper and lower case alike, replaced by the text as it is. */
const replaced = (title: string, find: string, by: string): string =>
  title.replace(new RegExp(find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'), () => by);

function titleOf(title: string, changes: BulkChanges): string {
  const { title_find: find, title_prefix: prefix = '', title_replace: by = '', title_suffix: suffix = '' } = changes;
  const named = find === undefined ? title : replaced(title, find, by).replace(/\s+/g, ' ').trim();
  const begun = named.startsWith(prefix) ? named : `${prefix}${named}`;
  return (begun.endsWith(suffix) ? begun : `${begun}${suffix}`).trim();
}

function tagsOf(tags: readonly string[], { add_tags: added = [], remove_tags: removed = [] }: BulkChanges): string[] {
  const gone = new Set(removed.map((tag) => tag.toLowerCase()));
  const kept = tags.filter((tag) => !gone.has(tag.toLowerCase()));
  const known = new Set(kept.map((tag) => tag.toLowerCase()));
  return [...kept, ...added.filter((tag) => !known.has(tag.toLowerCase()))];
}

/** Applies the same changes to a product as to many others. */
export function applyChanges(
  product: Product,
  variants: readonly Variant[],
  changes: BulkChanges,
): Edited | EditRefusal {
  const title = titleOf(product.title, changes);
  const tags = tagsOf(product.tags, changes);
  if (title === '') return { field: 'title', key: 'BULK_TITLE_EMPTY' };
  if (title.length > MOST_TITLE) return { field: 'title', key: 'BULK_TITLE_TOO_LONG' };
  if (tags.length > MOST_TAGS) return { field: 'tags', key: 'BULK_TOO_MANY_TAGS' };
  const { price_percent: percent, compare_at_percent: compare } = changes;
  const { currency } = product;
  const priced = variants.map((variant) => {
    const amount = percent === undefined ? variant.price : percentOf(variant.price, 100 + percent);
    return {
      variant_id: variant.variant_id,
      price: { amount, currency },
      ...(compare === undefined
        ? {}
        : { compare_at_price: compare === null ? null : { amount: percentOf(amount, 100 + compare), currency } }),
    };
  });
  if (percent !== undefined && priced.some(({ price }, at) => price.amount === 0 && variants[at]?.price !== 0))
    return { field: 'price', key: 'BULK_PRICE_ZERO' };
  return applyEdit(product, variants, {
    product_id: product.product_id,
    revision: product.revision,
    title,
    tags,
    ...(changes.vendor === undefined ? {} : { vendor: changes.vendor }),
    ...(changes.product_type === undefined ? {} : { product_type: changes.product_type }),
    ...(changes.hs_code === undefined ? {} : { hs_code: changes.hs_code }),
    ...(changes.origin_country === undefined ? {} : { origin_country: changes.origin_country }),
    ...(percent === undefined && compare === undefined ? {} : { variants: priced }),
  });
}

export interface ChangeLine {
  field: (typeof BULK_FIELDS)[number];
  /** Of a variant; null: of the product. */
  label: string | null;
  before: string | null;
  after: string | null;
}

/** What a change does to a product, a line per value. Amounts are in the smallest unit of its currency. */
export function changeLines(before: Edited, after: Edited): ChangeLine[] {
  const lines: ChangeLine[] = [];
  const add = (field: ChangeLine['field'], label: string | null, was: string | null, is: string | null) => {
    if (was !== is) lines.push({ field, label, before: was, after: is });
  };
  for (const field of ['title', 'vendor', 'product_type', 'hs_code', 'origin_country'] as const)
    add(field, null, before.product[field], after.product[field]);
  add('tags', null, before.product.tags.join(', '), after.product.tags.join(', '));
  for (const [at, variant] of before.variants.entries()) {
    const next = after.variants[at];
    const label = variant.option_values.join(' / ') || null;
    add('price', label, String(variant.price), String(next?.price));
    const compare = (amount: number | null | undefined) => (amount == null ? null : String(amount));
    add('compare_at_price', label, compare(variant.compare_at_price), compare(next?.compare_at_price));
  }
  return lines;
}

import type { Product, Variant } from '../tables.ts';
import { applyEdit, type Edited, type EditRefusal } from './edit.ts';

const TEXTS = ['title', 'vendor', 'product_type', 'hs_code', 'origin_country'] as const;

/** Values of a product and of its variants, by id; only those that an edit changed. Amounts are in the product's currency. */
export interface EditedValues {
  product: Partial<Pick<Product, (typeof TEXTS)[number] | 'tags'>>;
  variants: Record<string, Partial<Pick<Variant, 'price' | 'compare_at_price'>>>;
}

/** Both sides of what an edit changed. */
export function changedValues(before: Edited, after: Edited): { before: EditedValues; after: EditedValues } {
  const was: EditedValues = { product: {}, variants: {} };
  const is: EditedValues = { product: {}, variants: {} };
  for (const field of TEXTS)
    if (before.product[field] !== after.product[field]) {
      was.product[field] = before.product[field];
      is.product[field] = after.product[field];
    }
  if (before.product.tags.join('\n') !== after.product.tags.join('\n')) {
    was.product.tags = before.product.tags;
    is.product.tags = after.product.tags;
  }
  const next = new Map(after.variants.map((one) => [one.variant_id, one]));
  for (const variant of before.variants) {
    const then = next.get(variant.variant_id);
    if (!then) continue;
    for (const field of ['price', 'compare_at_price'] as const)
      if (variant[field] !== then[field]) {
        was.variants[variant.variant_id] = { ...was.variants[variant.variant_id], [field]: variant[field] };
        is.variants[variant.variant_id] = { ...is.variants[variant.variant_id], [field]: then[field] };
      }
  }
  return { before: was, after: is };
}

/** Takes back which tags came and went; tags of later edits stay. */
function tagsBack(now: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const added = new Set(after.filter((tag) => !before.includes(tag)));
  const gone = before.filter((tag) => !after.includes(tag) && !now.includes(tag));
  const same = now.length === after.length && now.every((tag, at) => tag === after[at]);
  return same ? [...before] : [...now.filter((tag) => !added.has(tag)), ...gone];
}

export type Undone = { edited: Edited; isWhole: boolean } | EditRefusal;

/** Restores each value that is still what the edit wrote. isWhole: nothing was changed since. */
export function undoChanges(
  product: Product,
  variants: readonly Variant[],
  { before, after }: { before: EditedValues; after: EditedValues },
): Undone {
  let isWhole = true;
  const texts: EditedValues['product'] = {};
  for (const field of TEXTS) {
    const was = before.product[field];
    if (was === undefined) continue;
    if (product[field] === after.product[field]) texts[field] = was;
    else isWhole = false;
  }
  const { tags } = before.product;
  const { currency } = product;
  const known = new Map(variants.map((one) => [one.variant_id, one]));
  const changes = Object.entries(before.variants).flatMap(([id, was]) => {
    const variant = known.get(id);
    const wrote = after.variants[id];
    if (!variant || !wrote) {
      isWhole = false;
      return [];
    }
    const own = (field: 'price' | 'compare_at_price') => field in was && variant[field] === wrote[field];
    if (('price' in was && !own('price')) || ('compare_at_price' in was && !own('compare_at_price'))) isWhole = false;
    const compare = was.compare_at_price ?? null;
    return [
      {
        variant_id: id,
        ...(own('price') && was.price !== undefined ? { price: { amount: was.price, currency } } : {}),
        ...(own('compare_at_price')
          ? { compare_at_price: compare === null ? null : { amount: compare, currency } }
          : {}),
      },
    ];
  });
  const edited = applyEdit(product, variants, {
    product_id: product.product_id,
    revision: product.revision,
    ...texts,
    ...(tags ? { tags: tagsBack(product.tags, tags, after.product.tags ?? []) } : {}),
    ...(changes.length > 0 ? { variants: changes } : {}),
  });
  return 'key' in edited ? edited : { edited, isWhole };
}

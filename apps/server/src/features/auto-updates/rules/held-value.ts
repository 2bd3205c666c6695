import type { StoreFields } from '@quayside/connector-kit';
import type { ChangeRow, ListingValue } from '../tables.ts';

type Changed = Pick<ChangeRow, 'field' | 'variant_id' | 'after'>;

/** What a store holds of the field that a change concerns; undefined: the variant is gone. */
export function heldValue(
  { field, variant_id: variantId, after }: Changed,
  fields: StoreFields,
  stock: ReadonlyMap<string, number | null>,
): ListingValue | undefined {
  if (field === 'status') {
    const { status } = fields.product;
    return typeof status === 'string' ? { field, status } : undefined;
  }
  if (variantId === null) return undefined;
  if (field === 'stock') {
    const count = stock.get(variantId);
    return count === undefined ? undefined : { field, stock: count };
  }
  const { price, compareAtPrice } = fields.variants[variantId] ?? {};
  if (typeof price !== 'number') return undefined;
  const compare = typeof compareAtPrice === 'number' ? compareAtPrice : null;
  // Only a change of the compare-at price has to put it back.
  return { field, price, ...(after.field === 'price' && after.compare !== undefined ? { compare } : {}) };
}

import type { Product } from '../tables.ts';

/** Which list a product is deleted from: the import list, the products in stores, or the product center with both. */
export type DeleteFrom = 'imports' | 'mapped' | 'center';

/** Why a product can't be deleted; undefined: it can. `seesAllStores`: else a store that has it may be hidden. */
export function refuseDelete(
  product: Pick<Product, 'push_state'> | undefined,
  from: DeleteFrom,
  seesAllStores: boolean,
): string | undefined {
  if (!product) return 'PRODUCT_NOT_FOUND';
  if (product.push_state === 'processing') return 'PRODUCT_IS_PROCESSING';
  if (product.push_state === 'unpushed') return from === 'mapped' ? 'PRODUCT_NOT_LISTED' : undefined;
  if (from === 'imports') return 'PRODUCT_IS_IN_STORE';
  return seesAllStores ? undefined : 'PRODUCT_IN_OTHER_STORES';
}

import type { MessageParams } from '@quayside/kernel';
import type { Mode } from '../../../deps.ts';
import type { ListingRow } from '../tables.ts';

interface CopyInput {
  productIds: readonly string[];
  known: ReadonlyMap<string, { mode: Mode }>;
  /** Of both stores, removed parts left out. */
  listings: readonly Pick<ListingRow, 'product_id' | 'store_id' | 'external_product_id'>[];
  from: { id: string; name: string };
  to: { id: string; name: string; mode: Mode };
}

/** Which products one store has and the other one can get, and why the others can't be copied. */
export function judgeCopies({ productIds, known, listings, from, to }: CopyInput) {
  const copies: string[] = [];
  const failed = new Map<string, { key: string; params: MessageParams }>();
  for (const id of productIds) {
    const own = listings.filter((one) => one.product_id === id);
    const product = known.get(id);
    if (!product) failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
    else if (from.id === to.id) failed.set(id, { key: 'COPY_SAME_STORE', params: {} });
    else if (!own.some((one) => one.store_id === from.id && one.external_product_id !== null))
      failed.set(id, { key: 'COPY_NOT_IN_STORE', params: { name: from.name } });
    // A part on its way or failed counts too: it is retried without a new charge.
    else if (own.some((one) => one.store_id === to.id))
      failed.set(id, { key: 'COPY_ALREADY_THERE', params: { name: to.name } });
    else if (product.mode !== to.mode) failed.set(id, { key: 'SANDBOX_MIXED', params: { name: to.name } });
    else copies.push(id);
  }
  return { copies, failed };
}

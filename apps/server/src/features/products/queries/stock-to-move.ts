import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { readOwnValues, wantedListing } from '../actions/wanted-listing.ts';
import { fieldRecords } from '../field-repo.ts';
import { findListingsById } from '../listing-repo.ts';
import { findProducts, findVariants } from '../repo.ts';
import { pathOf } from '../rules/listing-fields.ts';
import type { ListedVariantRow } from '../stock-repo.ts';

export interface StockToMove extends ListedVariantRow {
  /** What we wrote in the store last; null: nothing. */
  sent: number | null;
  /** What the store should have now. */
  wanted: number;
}

/**
 * What listed variants should have in stock, and what was written last. Left out: those without tracked stock, and those
 * whose stock the owner left to the store.
 */
export async function readStockToMove(
  ex: Executor,
  deps: Pick<Deps, 'config' | 'connectors'>,
  workplaceId: string,
  store: Store,
  rows: readonly ListedVariantRow[],
): Promise<StockToMove[]> {
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const listings = await findListingsById(ex, workplaceId, listingIds);
  const productIds = [...new Set(listings.map((one) => one.product_id))];
  const products = new Map((await findProducts(ex, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(ex, workplaceId, productIds), (one) => one.product_id);
  const values = await readOwnValues(ex, workplaceId, store, productIds);
  const records = await fieldRecords(ex, workplaceId, listingIds);
  const wanted = new Map<string, number>();
  for (const listing of listings) {
    const product = products.get(listing.product_id);
    if (!product) continue;
    const input = wantedListing(deps, listing, product, variants.get(listing.product_id) ?? [], store, values);
    for (const { ref, quantity } of input.variants)
      if (quantity !== undefined) wanted.set(`${listing.listing_id} ${ref}`, quantity);
  }
  return rows.flatMap((row) => {
    const quantity = wanted.get(`${row.listing_id} ${row.variant_id}`);
    const record = records.get(row.listing_id);
    const path = pathOf('quantity', row.variant_id);
    if (quantity === undefined || record?.choices[path] === 'theirs') return [];
    const sent = record?.sent.get(path)?.ours;
    return [{ ...row, sent: typeof sent === 'number' ? sent : null, wanted: quantity }];
  });
}

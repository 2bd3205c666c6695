import { type Executor, sql } from '../../db/index.ts';
import type { ListingRow } from './tables.ts';

/** A listing as an automatic update needs it. */
export type ListingToChange = Pick<
  ListingRow,
  | 'listing_id'
  | 'product_id'
  | 'store_id'
  | 'state'
  | 'publish_status'
  | 'settings'
  | 'variant_ids'
  | 'stopped_variants'
>;

/** Listings of products in some stores that were pushed there. */
export const findListingsToChange = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeIds: readonly string[],
): Promise<ListingToChange[]> =>
  ex.rows<ListingToChange>(sql`select listing_id, product_id, store_id, state, publish_status, settings, variant_ids, stopped_variants
    from listing where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
      and store_id = any(${[...storeIds]}::uuid[]) and external_product_id is not null and state <> 'removed'
    order by listing_id`);

/** What a store knows a listing and its variants by. */
export interface ListedTarget {
  listing_id: string;
  external_product_id: string;
  variants: { variant_id: string; external_variant_id: string; external_inventory_item_id: string | null }[];
}

export const findListedTargets = (
  ex: Executor,
  workplaceId: string,
  listingIds: readonly string[],
): Promise<ListedTarget[]> =>
  ex.rows<ListedTarget>(sql`select l.listing_id, l.external_product_id, jsonb_agg(jsonb_build_object('variant_id', v.variant_id,
      'external_variant_id', v.external_variant_id, 'external_inventory_item_id', v.external_inventory_item_id)) as variants
    from listing l join listing_variant v on v.workplace_id = ${workplaceId} and v.listing_id = l.listing_id
    where l.workplace_id = ${workplaceId} and l.listing_id = any(${[...listingIds]}::uuid[]) and l.state = 'listed'
      and l.external_product_id is not null
    group by l.listing_id, l.external_product_id`);

/** How listings stand that a batch of changes is for: held by it, being pushed or changed by another, or, absent, not in their store. */
export async function holdListings(
  tx: Executor,
  workplaceId: string,
  listingIds: readonly string[],
  batchId: string,
  seconds: number,
): Promise<Map<string, 'held' | 'busy'>> {
  const rows = await tx.rows<{ listing_id: string; state: string; held: boolean }>(sql`select listing_id, state,
      claimed_until > now() and claimed_by <> ${batchId}::uuid as held
    from listing where workplace_id = ${workplaceId} and listing_id = any(${[...listingIds]}::uuid[])
      and state not in ('failed', 'removed') order by listing_id for no key update`);
  const ours = rows.filter((row) => row.state === 'listed' && !row.held).map((row) => row.listing_id);
  await tx.run(sql`update listing set claimed_by = ${batchId}, claimed_until = now() + make_interval(secs => ${seconds})
    where workplace_id = ${workplaceId} and listing_id = any(${ours}::uuid[])`);
  return new Map(rows.map((row) => [row.listing_id, ours.includes(row.listing_id) ? 'held' : 'busy']));
}

/** Releases the listings that a batch held, those that were queued for a push meanwhile too. */
export const releaseListings = (
  tx: Executor,
  workplaceId: string,
  listingIds: readonly string[],
  batchId: string,
): Promise<number> =>
  tx.run(sql`update listing set claimed_by = null, claimed_until = null where workplace_id = ${workplaceId}
    and listing_id = any(${[...listingIds]}::uuid[]) and claimed_by = ${batchId}::uuid and state in ('listed', 'queued')`);

/** Records that a listing is published as it is now, and which of its variants are stopped. */
export const saveListingChange = (
  tx: Executor,
  workplaceId: string,
  { listing_id: id, publish_status: status, stopped_variants: stopped }: ListingRow,
): Promise<number> =>
  tx.run(sql`update listing set publish_status = ${status}, stopped_variants = ${stopped}::uuid[], updated_at = now()
    where workplace_id = ${workplaceId} and listing_id = ${id}`);

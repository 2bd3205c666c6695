import type { ListingInput } from '@quayside/connector-kit';
import { type Executor, raw, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { readOwnValues, wantedListing } from '../actions/wanted-listing.ts';
import { findProducts, findVariants } from '../repo.ts';
import type { ListingRow } from '../tables.ts';

export interface FeedListing {
  listing_id: string;
  product_id: string;
  /** The product's page in the store; null: not known. */
  url: string | null;
  /** What the listing has, with the store's terms. */
  input: ListingInput;
}

type Row = Pick<
  ListingRow,
  'listing_id' | 'product_id' | 'url' | 'part' | 'parts' | 'publish_status' | 'settings' | 'variant_ids'
>;

/** Active listings of a store, a page by id. */
export async function readFeedListings(
  deps: Pick<Deps, 'config' | 'connectors'>,
  ex: Executor,
  workplaceId: string,
  store: Pick<Store, 'store_id' | 'mode' | 'currency' | 'platform'>,
  page: { after: string | undefined; most: number },
): Promise<{ items: FeedListing[]; next: string | undefined }> {
  const rows =
    await ex.rows<Row>(sql`select listing_id, product_id, url, part, parts, publish_status, settings, variant_ids
    from listing where workplace_id = ${workplaceId} and store_id = ${store.store_id} and state = 'listed'
      and publish_status = 'active' ${page.after ? sql`and listing_id > ${page.after}` : sql``}
    order by listing_id limit ${raw(String(page.most))}`);
  const ids = [...new Set(rows.map((row) => row.product_id))];
  const products = new Map((await findProducts(ex, workplaceId, ids)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(ex, workplaceId, ids), (one) => one.product_id);
  const values = await readOwnValues(ex, workplaceId, store, ids);
  const items = rows.flatMap((row) => {
    const product = products.get(row.product_id);
    if (!product) return [];
    const input = wantedListing(deps, row, product, variants.get(row.product_id) ?? [], store, values);
    return [{ listing_id: row.listing_id, product_id: row.product_id, url: row.url, input }];
  });
  return { items, next: rows.length === page.most ? rows.at(-1)?.listing_id : undefined };
}

import type { StoreFields } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, withStore } from '../../connections/index.ts';
import { fieldRecords, saveFields } from '../field-repo.ts';
import { readListingsJob } from '../jobs/products.ts';
import { findListedByIds, findListingsById, listedByStore, listedVariants, lockListed } from '../listing-repo.ts';
import type { MetafieldPorts } from '../ports.ts';
import { judgeListing } from '../queries/field-differences.ts';
import { findProducts, findVariants } from '../repo.ts';
import { countDifferences, flatten } from '../rules/listing-fields.ts';
import type { ListedRow, ListingRow } from '../tables.ts';
import { markDeleted } from './note-deleted.ts';
import { readOwnValues } from './wanted-listing.ts';

/** Listings of one question; see ChannelConnector.readListings. */
export const READ_AT_ONCE = 50;

/**
 * Asks jobs to read what stores hold of listings, a few dozen each. Returns how many listings that concerns. Throws
 * LISTING_NOT_FOUND where one isn't of this workspace.
 */
export async function requestReading(
  deps: Deps,
  scope: WorkplaceScope,
  listingIds: readonly string[],
): Promise<number> {
  return deps.db.tenant(scope, async (tx) => {
    const known = new Set((await findListingsById(tx, scope.workplaceId, listingIds)).map((one) => one.listing_id));
    const unknown = listingIds.findIndex((id) => !known.has(id));
    if (unknown >= 0)
      throw new AppError('NOT_FOUND', 'LISTING_NOT_FOUND', {
        fields: { [`listing_ids.${unknown}`]: ['LISTING_NOT_FOUND'] },
      });
    const rows = await listedByStore(tx, scope.workplaceId, listingIds);
    const jobs = rows.flatMap(({ store_id: storeId, ids }) =>
      Array.from({ length: Math.ceil(ids.length / READ_AT_ONCE) }, (_, at) => ({
        accountId: scope.accountId,
        workplaceId: scope.workplaceId,
        storeId,
        listingIds: ids.slice(at * READ_AT_ONCE, (at + 1) * READ_AT_ONCE),
      })),
    );
    await deps.queue.sendMany(tx, readListingsJob, jobs);
    return rows.reduce((sum, row) => sum + row.ids.length, 0);
  });
}

/** Records what a store holds, unless the listing was pushed again meanwhile: the push knows better. */
async function saveSeen(
  tx: Executor,
  deps: Deps,
  workplaceId: string,
  store: OpenStore['store'],
  found: ReadonlyMap<string, StoreFields>,
  before: readonly ListingRow[],
): Promise<string[]> {
  const ids = before.map(({ listing_id: id }) => id);
  const held = await lockListed(tx, workplaceId, ids);
  const productIds = [...new Set(held.map(({ product_id: id }) => id))];
  const products = new Map((await findProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (variant) => variant.product_id);
  const values = await readOwnValues(tx, workplaceId, store, productIds);
  const records = await fieldRecords(tx, workplaceId, ids);
  const pushedAt = new Map(before.map((one) => [one.listing_id, String(one.pushed_at)]));
  const news = held.flatMap((listing) => {
    const product = products.get(listing.product_id);
    const record = records.get(listing.listing_id);
    const fields = listing.external_product_id === null ? undefined : found.get(listing.external_product_id);
    if (!product || !record || !fields || pushedAt.get(listing.listing_id) !== String(listing.pushed_at)) return [];
    const seen = flatten(fields);
    const own = variants.get(listing.product_id) ?? [];
    const { verdicts } = judgeListing(deps, listing, product, own, store, values, { ...record, seen });
    return [{ listingId: listing.listing_id, sent: record.sent, seen, ...countDifferences(verdicts) }];
  });
  await saveFields(tx, workplaceId, news);
  await publish(tx, workplaceId, 'listings');
  return news.map(({ listingId }) => listingId);
}

/** What an open store holds of listings; returns those that it doesn't have any more. */
export async function readOpenStore(
  deps: Deps,
  here: WorkplaceScope,
  { connector, ctx, store }: OpenStore,
  listings: readonly ListedRow[],
): Promise<ListedRow[]> {
  const readListings = connector.readListings?.bind(connector);
  if (!readListings || listings.length === 0) return [];
  const { workplaceId } = here;
  const ids = listings.map(({ listing_id: id }) => id);
  const { variants, before } = await deps.db.read(here, async (ex) => ({
    variants: Map.groupBy(await listedVariants(ex, workplaceId, ids), (row) => row.listing_id),
    before: await findListingsById(ex, workplaceId, ids),
  }));
  const found = await readListings(
    ctx,
    listings.map(({ listing_id: id, external_product_id: externalProductId }) => ({
      externalProductId,
      currency: store.currency,
      variants: (variants.get(id) ?? []).map((row) => ({
        ref: row.variant_id,
        externalVariantId: row.external_variant_id,
      })),
    })),
  );
  await deps.db.tenant(here, (tx) => saveSeen(tx, deps, workplaceId, store, found, before));
  return listings.filter(({ external_product_id: id }) => !found.has(id));
}

/** Reads the metafields that listings have here, and keeps what the store has of those that weren't pushed again meanwhile. */
async function readMetafields(
  deps: Deps,
  here: WorkplaceScope,
  open: OpenStore,
  listings: readonly ListedRow[],
  metafields: MetafieldPorts,
): Promise<void> {
  const { workplaceId } = here;
  const ids = listings.map((one) => one.listing_id);
  const before = await deps.db.read(here, (ex) => findListingsById(ex, workplaceId, ids));
  const pushedAt = new Map(before.map((one) => [one.listing_id, String(one.pushed_at)]));
  const found = await metafields.read(
    deps,
    here,
    open,
    listings.map((one) => ({
      listingId: one.listing_id,
      productId: one.product_id,
      externalProductId: one.external_product_id,
    })),
  );
  if (found.size === 0) return;
  await deps.db.tenant(here, async (tx) => {
    const rows = (await lockListed(tx, workplaceId, [...found.keys()])).flatMap((one) => {
      const seen = found.get(one.listing_id);
      return seen && pushedAt.get(one.listing_id) === String(one.pushed_at)
        ? [{ listing_id: one.listing_id, seen }]
        : [];
    });
    if (rows.length > 0) await metafields.saveSeen(tx, workplaceId, open.store.store_id, rows);
    await publish(tx, workplaceId, 'listings');
  });
}

/** Reads what a store holds of some listings. What it deleted is shown as deleted, once it says so for that product too. */
export async function readListings(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  listingIds: readonly string[],
  metafields?: MetafieldPorts,
): Promise<void> {
  await withStore(deps, here, storeId, async (open) => {
    const listings = await deps.db.read(here, (ex) => findListedByIds(ex, here.workplaceId, storeId, listingIds));
    const missing = await readOpenStore(deps, here, open, listings);
    for (const listed of missing)
      if (await open.connector.isListingGone?.(open.ctx, listed.external_product_id))
        await markDeleted(deps, here, listed, open.store.store_name || open.store.platform_domain);
    const there = listings.filter((one) => !missing.includes(one));
    if (metafields && there.length > 0) await readMetafields(deps, here, open, there, metafields);
  });
}

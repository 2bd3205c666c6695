import type { FieldValue } from '@quayside/connector-kit';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { saveListingChange } from '../change-repo.ts';
import { type FieldsToSave, fieldRecords, saveFields } from '../field-repo.ts';
import { findListingsById } from '../listing-repo.ts';
import { saveStorePrices } from '../price-repo.ts';
import { judgeListing } from '../queries/field-differences.ts';
import { findProducts, findVariants } from '../repo.ts';
import { countDifferences, type FieldPath, pathOf } from '../rules/listing-fields.ts';
import type { ListingRow } from '../tables.ts';
import { readStoreTerms, wantedListing } from './wanted-listing.ts';

/** A field that an automatic update wrote in a store. Amounts in the store's currency. */
export interface WrittenField {
  listingId: string;
  variantId: string | null;
  value:
    | { field: 'price'; price: number; compare?: number | null }
    | { field: 'stock'; stock: number | null }
    | { field: 'status'; status: string };
  /** How the cost was converted. */
  rate?: string | null;
  rateDay?: string | null;
}

/** The listing with its written fields as what we want it to be. */
function changedListing(listing: ListingRow, written: readonly WrittenField[]): ListingRow {
  const stopped = new Set(listing.stopped_variants);
  let status = listing.publish_status;
  for (const { variantId, value } of written) {
    if (value.field === 'status' && (value.status === 'active' || value.status === 'draft')) status = value.status;
    if (value.field !== 'stock' || variantId === null) continue;
    if (value.stock === 0) stopped.add(variantId);
    else stopped.delete(variantId);
  }
  return { ...listing, publish_status: status, stopped_variants: [...stopped] };
}

/** What the store holds by these writes, as far as it reports the field. */
function heldAfter(written: readonly WrittenField[]): Map<FieldPath, FieldValue> {
  const held = new Map<FieldPath, FieldValue>();
  for (const { variantId, value } of written) {
    if (value.field === 'status') held.set(pathOf('status'), value.status);
    if (value.field !== 'price' || variantId === null) continue;
    held.set(pathOf('price', variantId), value.price);
    if (value.compare !== undefined) held.set(pathOf('compareAtPrice', variantId), value.compare);
  }
  return held;
}

/**
 * Records fields that were written in a store without a push as what we want there, and as what we sent, so that the next push
 * agrees with them and still tells what the merchant changes.
 */
export async function noteChanges(
  tx: Executor,
  deps: Pick<Deps, 'config' | 'connectors'>,
  workplaceId: string,
  store: Store,
  written: readonly WrittenField[],
): Promise<void> {
  if (written.length === 0) return;
  const byListing = Map.groupBy(written, (one) => one.listingId);
  const listings = await findListingsById(tx, workplaceId, [...byListing.keys()]);
  const productIds = [...new Set(listings.map((one) => one.product_id))];
  const products = new Map((await findProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (one) => one.product_id);
  const termsBefore = await readStoreTerms(tx, workplaceId, store, productIds);
  const wantedBefore = new Map(
    listings.flatMap((listing) => {
      const product = products.get(listing.product_id);
      const own = variants.get(listing.product_id) ?? [];
      return product
        ? wantedListing(deps, listing, product, own, store, termsBefore).variants.map((one) => [one.ref, one] as const)
        : [];
    }),
  );
  await saveStorePrices(
    tx,
    workplaceId,
    store.store_id,
    written.flatMap(({ listingId, variantId, value, rate = null, rateDay = null }) => {
      const productId = listings.find((one) => one.listing_id === listingId)?.product_id;
      if (value.field !== 'price' || variantId === null || !productId || !products.has(productId)) return [];
      const compare = value.compare === undefined ? wantedBefore.get(variantId)?.compareAtPrice?.amount : value.compare;
      return [
        {
          product_id: productId,
          variant_id: variantId,
          price: value.price,
          compare_at_price: compare ?? null,
          currency: store.currency,
          rate,
          rate_day: rateDay,
        },
      ];
    }),
  );
  const terms = await readStoreTerms(tx, workplaceId, store, productIds);
  const records = await fieldRecords(tx, workplaceId, [...byListing.keys()]);
  const toSave: FieldsToSave[] = [];
  for (const before of listings) {
    const own = byListing.get(before.listing_id) ?? [];
    const listing = changedListing(before, own);
    await saveListingChange(tx, workplaceId, listing);
    const product = products.get(listing.product_id);
    const record = records.get(listing.listing_id);
    if (!product || !record) continue;
    const held = heldAfter(own);
    const sent = new Map(record.sent);
    for (const [path, value] of held) sent.set(path, { ours: value, held: value });
    const seen = new Map([...record.seen, ...held]);
    const known = { ...record, sent, seen };
    const { wanted, verdicts } = judgeListing(
      deps,
      listing,
      product,
      variants.get(listing.product_id) ?? [],
      store,
      terms,
      known,
    );
    // Stores don't report stock: what we want there now counts as sent, or the next push would write it again.
    for (const { variantId, value } of own) {
      const path = value.field === 'stock' && variantId !== null ? pathOf('quantity', variantId) : undefined;
      const quantity = path === undefined ? undefined : wanted.get(path);
      if (path !== undefined && quantity !== undefined) sent.set(path, { ours: quantity });
    }
    toSave.push({ listingId: listing.listing_id, sent, seen, ...countDifferences(verdicts) });
  }
  await saveFields(tx, workplaceId, toSave);
}

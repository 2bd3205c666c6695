import type { PushSettings } from '@quayside/contracts';
import { AppError, type PriceEnding } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { settingsOf } from '../actions/start-push.ts';
import { type OwnValues, readOwnValues } from '../actions/wanted-listing.ts';
import { type FieldRecord, fieldRecords } from '../field-repo.ts';
import { findListings } from '../listing-repo.ts';
import type { MetafieldPorts } from '../ports.ts';
import { findProducts, findVariants } from '../repo.ts';
import { FIELD_NAMES, fieldText } from '../rules/field-text.ts';
import { type ListingField, partsOf } from '../rules/listing-fields.ts';
import { ownFields } from '../rules/store-override.ts';
import { findProductSettings, type SavedSettings } from '../setting-repo.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';
import { judgeListing, variantLabels } from './field-differences.ts';

export interface PreviewAsk {
  productIds: readonly string[];
  storeIds: readonly string[];
  settings: PushSettings | undefined;
  rates: Readonly<Record<string, number>>;
  priceEnding?: PriceEnding;
}

type FieldName = (typeof FIELD_NAMES)[ListingField];

export interface StorePreview {
  store_id: string;
  creates: number;
  creates_again: number;
  updates: number;
  unchanged: number;
  writes: { field: FieldName; count: number }[];
  kept: number;
  conflicts: number;
  /** Products with values of their own in this store. */
  own_values: number;
  /** Metafields to be written or removed in products that are there. */
  metafields: number;
  metafields_removed: number;
  read_at: string | null;
  listing_ids: string[];
  examples: {
    product_id: string;
    title: string;
    field: FieldName;
    label: string | null;
    before: string | null;
    after: string | null;
  }[];
}

const MOST_EXAMPLES = 20;

const emptyPreview = (storeId: string): StorePreview => ({
  store_id: storeId,
  creates: 0,
  creates_again: 0,
  updates: 0,
  unchanged: 0,
  writes: [],
  kept: 0,
  conflicts: 0,
  own_values: 0,
  metafields: 0,
  metafields_removed: 0,
  read_at: null,
  listing_ids: [],
  examples: [],
});

/** A listing as this push would put it. */
function withSettings(
  listing: ListingRow,
  product: Product,
  store: Store,
  ask: PreviewAsk,
  saved: SavedSettings | undefined,
  values: OwnValues,
): ListingRow {
  const { publishStatus, kept } = settingsOf(
    ask.settings,
    store,
    saved,
    listing,
    values.overrides.get(product.product_id),
  );
  const rate = store.currency === product.currency ? undefined : ask.rates[store.currency];
  return {
    ...listing,
    publish_status: publishStatus,
    settings: { ...kept, ...(rate === undefined ? {} : { rate, priceEnding: ask.priceEnding ?? 'exact' }) },
  };
}

/** What a listing is judged by. */
interface Facts {
  product: Product;
  variants: readonly Variant[];
  store: Store;
  values: OwnValues;
  record: FieldRecord;
  /** Its metafields that the push writes or removes. */
  metafields: { changes: number; removals: number };
}

function addUpdate(
  preview: StorePreview,
  deps: Pick<Deps, 'config' | 'connectors'>,
  listing: ListingRow,
  { product, variants, store, values, record, metafields }: Facts,
): void {
  const { wanted, verdicts } = judgeListing(deps, listing, product, variants, store, values, record);
  const labels = variantLabels(variants);
  let written = 0;
  for (const [path, verdict] of verdicts) {
    if (verdict === 'theirs' || verdict === 'conflict') preview.kept += 1;
    if (verdict === 'conflict') preview.conflicts += 1;
    if (verdict !== 'write') continue;
    written += 1;
    const { field, variantId } = partsOf(path);
    const name = FIELD_NAMES[field];
    const known = preview.writes.find((one) => one.field === name);
    if (known) known.count += 1;
    else preview.writes.push({ field: name, count: 1 });
    if (preview.examples.length < MOST_EXAMPLES)
      preview.examples.push({
        product_id: product.product_id,
        title: product.title,
        field: name,
        label: variantId === null ? null : (labels.get(variantId) ?? null),
        before: fieldText(field, record.seen.get(path), store.currency),
        after: fieldText(field, wanted.get(path), store.currency),
      });
  }
  const isCurrent =
    listing.pushed_revision === product.revision &&
    listing.pushed_override === (values.overrides.get(product.product_id)?.revision ?? 0);
  preview.metafields += metafields.changes;
  preview.metafields_removed += metafields.removals;
  if (written === 0 && metafields.changes === 0 && isCurrent) preview.unchanged += 1;
  else preview.updates += 1;
  preview.listing_ids.push(listing.listing_id);
  if (record.readAt !== null && (preview.read_at === null || record.readAt < preview.read_at))
    preview.read_at = record.readAt;
}

function refuseUnknown(field: string, key: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const at = ids.findIndex((id) => !known.has(id));
  if (at >= 0) throw new AppError('NOT_FOUND', key, { fields: { [`${field}.${at}`]: [key] } });
}

/** What a push would do in each store that takes the products, as far as is known since it was last read. Throws for unknown ids. */
export async function previewPush(
  ex: Executor,
  deps: Pick<Deps, 'config' | 'connectors'>,
  workplaceId: string,
  ask: PreviewAsk,
  metafields?: Pick<MetafieldPorts, 'pending'>,
): Promise<StorePreview[]> {
  const stores = (await listStores(ex, workplaceId, true)).filter((store) => ask.storeIds.includes(store.store_id));
  const products = await findProducts(ex, workplaceId, ask.productIds);
  refuseUnknown('store_ids', 'STORE_NOT_FOUND', ask.storeIds, new Set(stores.map((one) => one.store_id)));
  refuseUnknown('product_ids', 'PRODUCT_NOT_FOUND', ask.productIds, new Set(products.map((one) => one.product_id)));
  const variants = Map.groupBy(await findVariants(ex, workplaceId, ask.productIds), (one) => one.product_id);
  const listings = await findListings(ex, workplaceId, ask.productIds, ask.storeIds);
  const records = await fieldRecords(
    ex,
    workplaceId,
    listings.map((one) => one.listing_id),
  );
  const saved = await findProductSettings(ex, workplaceId);
  const previews: StorePreview[] = [];
  for (const store of stores) {
    const preview = emptyPreview(store.store_id);
    const values = await readOwnValues(ex, workplaceId, store, ask.productIds);
    const own = listings
      .filter((one) => one.store_id === store.store_id)
      .map((one) => ({ listingId: one.listing_id, productId: one.product_id }));
    const can = deps.connectors.channels[store.platform]?.capabilities.metafields;
    const pending = can ? await metafields?.pending(ex, workplaceId, store.store_id, own) : undefined;
    for (const product of products.filter((one) => one.mode === store.mode)) {
      const override = values.overrides.get(product.product_id);
      if (override && ownFields(override).length > 0) preview.own_values += 1;
      const parts = listings.filter((one) => one.store_id === store.store_id && one.product_id === product.product_id);
      const there = parts.filter((one) => one.external_product_id !== null);
      if (there.length === 0) {
        if (parts.some((one) => one.error_key === 'LISTING_DELETED')) preview.creates_again += 1;
        else preview.creates += 1;
      }
      for (const listing of there) {
        const record = records.get(listing.listing_id);
        const facts = {
          product,
          variants: variants.get(product.product_id) ?? [],
          store,
          values,
          metafields: pending?.get(listing.listing_id) ?? { changes: 0, removals: 0 },
        };
        if (record)
          addUpdate(preview, deps, withSettings(listing, product, store, ask, saved, values), { ...facts, record });
      }
    }
    previews.push(preview);
  }
  return previews;
}

import type { CatalogProduct, StoreFields } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishAll } from '../../../live/publish.ts';
import type { Store } from '../../connections/index.ts';
import { cleanHtml } from '../../sourcing/index.ts';
import { insertListed, knownInStore, saveAdopted } from '../adopt-repo.ts';
import { type FieldsToSave, saveFields } from '../field-repo.ts';
import { importedIds, insertProducts } from '../repo.ts';
import {
  type AdoptedProduct,
  type AdoptionRefusal,
  adoptedName,
  adoptedProduct,
  refuseAdoption,
} from '../rules/adopted-product.ts';
import type { SentValue } from '../rules/field-owner.ts';
import { STORE_SOURCE } from '../rules/file-source.ts';
import { altsOf, IMAGE_ALTS } from '../rules/image-alts.ts';
import { type FieldPath, flatten, wantedFields } from '../rules/listing-fields.ts';
import type { ListingSettings, Product } from '../tables.ts';
import { wantedListing } from './wanted-listing.ts';

export interface Adopted {
  /** Ids of the new products, by the store's id. */
  adopted: Map<string, string>;
  /** Products that are here already. */
  known: number;
  refused: { externalProductId: string; title: string; reason: AdoptionRefusal }[];
}

type StoreFacts = Pick<Store, 'store_id' | 'mode' | 'currency' | 'platform'>;

const isActive = ({ status }: CatalogProduct): boolean => status === 'active';

/** The store's fields by our variant ids. */
function heldFields(found: CatalogProduct, made: AdoptedProduct): StoreFields {
  const variants = made.variants.flatMap((variant) => {
    const fields = found.holds.variants[variant.source_variant_id];
    return fields ? [[variant.variant_id, fields] as const] : [];
  });
  return { product: found.holds.product, variants: Object.fromEntries(variants) };
}

/** A listing as it is in its store, and the record that later pushes are compared with: nothing of ours differs from it. */
function listingOf(
  deps: Pick<Deps, 'config' | 'connectors'>,
  store: StoreFacts,
  found: CatalogProduct,
  made: AdoptedProduct,
) {
  const settings: ListingSettings = {
    allowSellOutOfStock: found.variants.every((variant) => variant.sellsOutOfStock),
    syncOrder: true,
  };
  const listing = {
    listing_id: newId(),
    product_id: made.row.product_id,
    part: 1,
    parts: 1,
    publish_status: isActive(found) ? ('active' as const) : ('draft' as const),
    settings,
    variant_ids: made.variants.map((variant) => variant.variant_id),
    external_product_id: found.externalProductId,
    handle: found.handle || null,
    url: found.url ?? null,
    admin_url: found.adminUrl,
  };
  const product: Product = {
    ...made.row,
    ...made.own,
    weight_unit: 'g',
    revision: 1,
    push_state: 'pushed',
    copied_from: null,
    created_at: '',
    updated_at: '',
  };
  const own = { prices: new Map(), multiples: new Map(), overrides: new Map() };
  const wanted = wantedFields(wantedListing(deps, listing, product, made.variants, store, own));
  const seen = flatten(heldFields(found, made));
  const sent = new Map<FieldPath, SentValue>();
  for (const [path, ours] of wanted) {
    const held = seen.get(path);
    sent.set(path, { ours, ...(held === undefined ? {} : { held }) });
  }
  sent.set(IMAGE_ALTS, { ours: altsOf(product.images) });
  const fields: FieldsToSave = { listingId: listing.listing_id, sent, seen, own: 0, conflicts: 0 };
  return { listing, fields };
}

/** Those of a store's products that are here already, by the store's id: listed from here, being listed, or taken in. */
export async function knownProducts(
  ex: Executor,
  workplaceId: string,
  { mode, store_id: storeId }: Pick<Store, 'store_id' | 'mode'>,
  products: readonly { externalProductId: string; ref?: string }[],
): Promise<Set<string>> {
  const listed = await knownInStore(ex, workplaceId, storeId, {
    externalIds: products.map((product) => product.externalProductId),
    listingIds: products.flatMap((product) => product.ref ?? []),
  });
  const names = products.map((product) => adoptedName(storeId, product.externalProductId));
  const there = await importedIds(ex, workplaceId, STORE_SOURCE, mode, names);
  return new Set(
    products.flatMap(({ externalProductId: id, ref }) =>
      listed.external.has(id) || listed.listings.has(ref ?? '') || there.has(adoptedName(storeId, id)) ? id : [],
    ),
  );
}

/**
 * Takes products of a store into the product center, in the caller's transaction: each becomes a product without supplier
 * and cost, whose listing is the store's product. Those that are here already are counted. Writes nothing to the store.
 */
export async function adoptProducts(
  tx: Executor,
  deps: Pick<Deps, 'config' | 'connectors' | 'clock'>,
  { onImported }: { onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void> },
  scope: WorkplaceScope,
  store: StoreFacts,
  found: readonly CatalogProduct[],
): Promise<Adopted> {
  const { workplaceId } = scope;
  const { store_id: storeId, mode, currency } = store;
  const most = deps.connectors.channels[store.platform]?.capabilities.maxVariants ?? 0;
  const refused: Adopted['refused'] = [];
  const fit = found.filter((product) => {
    const reason = refuseAdoption(product, most);
    if (reason) refused.push({ externalProductId: product.externalProductId, title: product.title, reason });
    return reason === undefined;
  });
  const there = await knownProducts(tx, workplaceId, store, fit);
  const fresh = fit.filter((one) => !there.has(one.externalProductId));
  const how = { now: deps.clock.now(), clean: cleanHtml };
  const made = fresh.map((one) => ({ found: one, made: adoptedProduct(one, { storeId, mode, currency }, how) }));
  const inserted = await insertProducts(
    tx,
    scope,
    made.map((one) => one.made.row),
    made.flatMap((one) => one.made.variants),
  );
  const added = made.filter((one) => inserted.has(one.made.row.product_id));
  const adopted = new Map(added.map((one) => [one.found.externalProductId, one.made.row.product_id]));
  const counted = { adopted, known: fit.length - added.length, refused };
  if (added.length === 0) return counted;
  await saveAdopted(
    tx,
    workplaceId,
    added.map(({ made: { own, row } }) => ({ product_id: row.product_id, ...own })),
  );
  const listings = added.map((one) => ({ ...one, ...listingOf(deps, store, one.found, one.made) }));
  await insertListed(
    tx,
    workplaceId,
    storeId,
    listings.map((one) => one.listing),
    listings.flatMap(({ listing, found: product, made: { variants } }) =>
      variants.map((variant, at) => ({
        listing_id: listing.listing_id,
        variant_id: variant.variant_id,
        external_variant_id: variant.source_variant_id,
        external_inventory_item_id: product.variants[at]?.externalInventoryItemId ?? null,
        sku: variant.sku,
      })),
    ),
  );
  await saveFields(
    tx,
    workplaceId,
    listings.map((one) => one.fields),
  );
  await onImported(tx, scope, [...inserted]);
  await publishAll(tx, workplaceId, [{ topic: 'products', ids: [...inserted].slice(0, 100) }, { topic: 'counts' }]);
  return counted;
}

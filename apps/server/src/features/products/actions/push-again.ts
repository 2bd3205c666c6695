import { AppError, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { holdStores, listStores, type Store } from '../../connections/index.ts';
import { addProcesses } from '../../processes/index.ts';
import { pushStoreJob } from '../jobs/products.ts';
import { findListings, queueListings, settleProduct } from '../listing-repo.ts';
import { storesOfListed } from '../price-repo.ts';
import { findVariants, lockProducts } from '../repo.ts';
import { variantsAgain } from '../rules/variants-again.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';
import type { Refusal } from './start-push.ts';

export interface PushedAgain {
  items: { product_id: string; store_id: string; process_id: string; listing_ids: string[] }[];
  /** By product. */
  failed: Map<string, Refusal>;
}

/** Why a product can't be pushed again to a store right now. */
function refusalFor(store: Store | undefined, parts: readonly ListingRow[], maxVariants: number): Refusal | undefined {
  const params = { name: store?.store_name || store?.platform_domain || '' };
  if (!store || store.status === 'uninstalled') return { key: 'STORE_DISCONNECTED', params };
  if (store.moving !== null) return { key: 'STORE_MOVING', params };
  if (store.status === 'needs_reconnect') return { key: 'STORE_NEEDS_RECONNECT', params };
  if (parts.some(({ state }) => state !== 'listed' && state !== 'failed'))
    return { key: 'PUSH_ALREADY_RUNNING', params };
  const largest = Math.max(...parts.map((part) => part.variant_ids.length));
  if (largest > maxVariants)
    return { key: 'TOO_MANY_VARIANTS', params: { ...params, variants: largest, count: maxVariants } };
  return undefined;
}

interface Again {
  product: Product;
  store: Store;
  processId: string;
  parts: ListingRow[];
}

function planAgain(
  deps: Deps,
  product: Product,
  variants: readonly Variant[],
  store: Store | undefined,
  listings: readonly ListingRow[],
): Again | Refusal {
  const enabled = variants.filter((one) => one.enabled).map((one) => one.variant_id);
  const ids = variantsAgain(
    listings.map((one) => one.variant_ids),
    enabled,
  );
  const parts = listings
    .map((one, at) => ({ ...one, variant_ids: ids[at] ?? [] }))
    .filter((one) => one.variant_ids.length > 0);
  const connector = store && deps.connectors.channels[store.platform];
  const refusal = refusalFor(store, parts, connector?.capabilities.maxVariants ?? 0);
  if (refusal || !store) return refusal ?? { key: 'STORE_DISCONNECTED', params: { name: '' } };
  return { product, store, processId: newId(), parts };
}

/** Few enough to be named in a live event; of more, every screen reads all of them again. */
const MOST_NAMED = 100;

/** Writes the intent to push parts as they were pushed last, with an entry to watch and the jobs of their stores. */
export async function queueAgain(
  tx: Executor,
  deps: Deps,
  { accountId, workplaceId }: WorkplaceScope,
  plans: readonly Again[],
): Promise<void> {
  await addProcesses(
    tx,
    workplaceId,
    plans.map(({ product, store, processId, parts }) => ({
      process_id: processId,
      kind: 'push' as const,
      subject_id: product.product_id,
      title: product.title,
      image_url: product.images[0]?.url ?? null,
      channel: store.platform,
      store_id: store.store_id,
      total: parts.length,
    })),
  );
  await queueListings(
    tx,
    workplaceId,
    plans.flatMap(({ processId, parts }) =>
      parts.map(({ listing_id, product_id, store_id, part, parts: of, publish_status, settings, variant_ids }) => ({
        listing_id,
        product_id,
        store_id,
        part,
        parts: of,
        publish_status,
        settings,
        variant_ids,
        process_id: processId,
      })),
    ),
  );
  const productIds = [...new Set(plans.map(({ product }) => product.product_id))];
  for (const id of productIds) await settleProduct(tx, workplaceId, id);
  await markOpenWork(tx, { accountId, workplaceId });
  for (const storeId of new Set(plans.map(({ store }) => store.store_id)))
    await deps.queue.send(tx, pushStoreJob, { accountId, workplaceId, storeId });
  const listingIds = plans.flatMap(({ parts }) => parts.map((part) => part.listing_id));
  await publish(tx, workplaceId, 'products', productIds.slice(0, MOST_NAMED));
  await publish(tx, workplaceId, 'listings', listingIds.length > MOST_NAMED ? undefined : listingIds);
  await publish(tx, workplaceId, 'counts');
}

/** As pushAgain, in the caller's transaction. */
export async function pushAgainWithin(
  tx: Executor,
  deps: Deps,
  scope: WorkplaceScope,
  productIds: readonly string[],
  storeIds?: readonly string[],
): Promise<PushedAgain> {
  const { workplaceId } = scope;
  const ids = [...new Set(productIds)];
  const stores = new Map((await listStores(tx, workplaceId, true)).map((store) => [store.store_id, store]));
  if (storeIds?.some((id) => !stores.has(id))) throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND');
  await holdStores(tx, workplaceId, storeIds ?? [...stores.keys()]);
  const held = await lockProducts(tx, workplaceId, ids);
  const failed = new Map<string, Refusal>();
  const variants = Map.groupBy(await findVariants(tx, workplaceId, ids), (one) => one.product_id);
  const listings = await findListings(tx, workplaceId, ids, storeIds);
  const plans: Again[] = [];
  for (const id of ids) {
    const product = held.find((one) => one.product_id === id);
    const own = Map.groupBy(
      listings.filter((one) => one.product_id === id),
      (one) => one.store_id,
    );
    if (!product) failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
    else if (own.size === 0) failed.set(id, { key: 'PRODUCT_IN_NO_STORE', params: {} });
    else
      for (const [storeId, parts] of own) {
        const plan = planAgain(deps, product, variants.get(id) ?? [], stores.get(storeId), parts);
        if ('key' in plan) failed.set(id, plan);
        else plans.push(plan);
      }
  }
  if (plans.length > 0) await queueAgain(tx, deps, scope, plans);
  return {
    failed,
    items: plans.map(({ product, store, processId, parts }) => ({
      product_id: product.product_id,
      store_id: store.store_id,
      process_id: processId,
      listing_ids: parts.map((one) => one.listing_id),
    })),
  };
}

/**
 * Pushes products again to the stores that have them, each part with the settings of its last push. Costs no quota: nothing new
 * is listed. Products that can't be pushed are returned with the reason while the others continue.
 */
export const pushAgain = (
  deps: Deps,
  scope: WorkplaceScope,
  productIds: readonly string[],
  storeIds?: readonly string[],
): Promise<PushedAgain> => deps.db.tenant(scope, (tx) => pushAgainWithin(tx, deps, scope, productIds, storeIds));

/** Holds the stores where products are listed. Before the products are held: every writer locks in this order. */
export async function holdStoresOf(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  storeId: string | null,
): Promise<string[]> {
  const storeIds = storeId ? [storeId] : await storesOfListed(tx, workplaceId, productIds);
  await holdStores(tx, workplaceId, storeIds);
  return storeIds;
}

import { type PushSettings, SPLIT_DEFAULTS, type SplitOptions } from '@quayside/contracts';
import { AppError, type MessageParams, newId, type PriceEnding } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { holdStores, listStores, type Store } from '../../connections/index.ts';
import type { Admission, Quota } from '../../plans/index.ts';
import { addProcesses, type NewProcess } from '../../processes/index.ts';
import { rememberRates } from '../../rates/index.ts';
import { pushStoreJob } from '../jobs/products.ts';
import { listingIdFor } from '../listing-id.ts';
import { findListings, listingRounds, type QueuedListing, queueListings } from '../listing-repo.ts';
import { findOverrides } from '../override-repo.ts';
import type { PriceInStore, ProductPorts } from '../ports.ts';
import { findVariants, lockProducts } from '../repo.ts';
import { optionsOn } from '../rules/listing-options.ts';
import { pushGate } from '../rules/push-gates.ts';
import { planPush } from '../rules/push-plan.ts';
import type { StoreOverride } from '../rules/store-override.ts';
import { findProductSettings, type SavedSettings } from '../setting-repo.ts';
import type { ListingRow, ListingSettings, Product, Variant } from '../tables.ts';

export interface PushRequest {
  productIds: readonly string[];
  storeIds: readonly string[];
  /** Channels left out get the saved product settings. */
  settings: PushSettings | undefined;
  /** undefined: as in the product settings. */
  split: SplitOptions | undefined;
  /** Units of a store's currency for one of the product's. */
  rates: Readonly<Record<string, number>>;
  /** How prices that are converted by a rate end; absent: as they come out. */
  priceEnding?: PriceEnding;
}

export interface Refusal {
  key: string;
  params: MessageParams;
}

export interface StartedPush {
  items: {
    product_id: string;
    source_product_id: string;
    store_id: string;
    process_id: string;
    listing_ids: string[];
    parts: number;
  }[];
  failed: Map<string, Refusal>;
  /** Every store that was left out for a product. */
  refusals: (Refusal & { productId: string; storeId: string })[];
}

/**
 * How a store lists a product: as the push says, except for a status of its own, else as it was pushed last, else by the saved product settings. Without
 * any, publishing, selling on when out of stock and syncing orders are on (rule B210, decision A13).
 */
export function settingsOf(
  settings: PushSettings | undefined,
  store: Store,
  saved: SavedSettings | undefined,
  last: Pick<ListingRow, 'publish_status' | 'settings'> | undefined,
  own: Pick<StoreOverride, 'status'> | undefined,
) {
  if (last && !settings?.[store.platform]) {
    const { allowSellOutOfStock, syncOrder, publicationIds } = last.settings;
    const kept = { allowSellOutOfStock, syncOrder, ...(publicationIds ? { publicationIds } : {}) };
    return { publishStatus: last.publish_status, kept: kept satisfies ListingSettings };
  }
  const chosen: Partial<PushSettings[string]> | undefined =
    settings?.[store.platform] ?? (saved && optionsOn(saved, store.platform));
  return {
    publishStatus: own?.status ?? ((chosen?.is_publish ?? true) ? ('active' as const) : ('draft' as const)),
    kept: {
      allowSellOutOfStock: chosen?.allow_sell_out_of_stock ?? true,
      syncOrder: chosen?.sync_order ?? true,
      ...(chosen?.publications ? { publicationIds: chosen.publications.map((one) => one.id) } : {}),
    } satisfies ListingSettings,
  };
}

/** Whether this owner may push at all. Throws the first reason why not. */
export async function checkGates(
  tx: Executor,
  scope: WorkplaceScope,
  stores: readonly Store[],
  { fits, refusal }: Admission,
): Promise<void> {
  const account = await tx.first<{ is_user_mkt: boolean; demo: boolean }>(sql`select is_user_mkt,
      exists (select 1 from account_flag where account_id = ${scope.accountId} and flag = 'meta:DEMO_MODE') as demo
    from account where account_id = ${scope.accountId}`);
  const gate = pushGate({
    activeStores: stores.filter((store) => store.status === 'active').length,
    isMarketplaceUser: account?.is_user_mkt ?? false,
    demoMode: account?.demo ?? false,
    listingQuotaLeft: fits > 0 || refusal?.code !== 'QUOTA_LIMIT_REACHED',
    creditsLeft: fits > 0 || refusal?.code !== 'OUT_OF_CREDITS',
  });
  if (gate)
    throw new AppError(gate.status, gate.code, {
      params: refusal?.params ?? {},
      ...(gate.status === 'QUOTA_EXPIRED' && refusal?.data ? { data: refusal.data } : {}),
    });
}

interface Plan {
  product: Product;
  store: Store;
  process: NewProcess;
  listings: QueuedListing[];
}

function planFor(
  deps: Deps,
  ask: PushRequest,
  product: Product,
  variants: readonly Variant[],
  store: Store,
  existing: readonly ListingRow[],
  rounds: ReadonlyMap<string, number>,
  ownPrices: ReadonlySet<string> | undefined,
  processId: string,
  saved: SavedSettings | undefined,
  own: StoreOverride | undefined,
): Plan | Refusal {
  const connector = deps.connectors.channels[store.platform];
  const variantIds = variants.filter((variant) => variant.enabled).map((variant) => variant.variant_id);
  const plan = planPush({
    product,
    variantIds,
    hasOwnPrices: variantIds.every((id) => ownPrices?.has(id)),
    store: {
      storeId: store.store_id,
      name: store.store_name || store.platform_domain,
      mode: store.mode,
      status: store.status,
      moving: store.moving !== null,
      currency: store.currency,
      maxVariants: connector?.capabilities.maxVariants ?? 0,
    },
    existing: existing.map(({ listing_id, part, state, variant_ids }) => ({
      listingId: listing_id,
      part,
      state,
      variantIds: variant_ids,
    })),
    split: ask.split ?? saved?.split ?? SPLIT_DEFAULTS,
    keepParts: ask.split === undefined,
    rate: ask.rates[store.currency],
  });
  if ('refused' in plan) return plan.refused;
  const { publishStatus, kept } = settingsOf(
    ask.settings,
    store,
    saved,
    existing.find((one) => one.external_product_id !== null),
    own,
  );
  return {
    product,
    store,
    process: {
      process_id: processId,
      kind: 'push',
      subject_id: product.product_id,
      title: product.title,
      image_url: product.images[0]?.url ?? null,
      channel: store.platform,
      store_id: store.store_id,
      total: plan.parts.length,
    },
    listings: plan.parts.map(({ part, parts, variantIds, listingId }) => ({
      listing_id:
        listingId ??
        listingIdFor({
          workplaceId: store.workplace_id,
          platform: store.platform,
          domain: store.platform_domain,
          source: product.source,
          mode: product.mode,
          sourceProductId: product.source_product_id,
          copyId: product.copied_from === null ? null : product.product_id,
          part,
          round: rounds.get(`${product.product_id} ${store.store_id} ${part}`) ?? 0,
        }),
      product_id: product.product_id,
      store_id: store.store_id,
      part,
      parts,
      publish_status: publishStatus,
      settings: {
        ...kept,
        ...(plan.rate === undefined ? {} : { rate: plan.rate, priceEnding: ask.priceEnding ?? 'exact' }),
      },
      variant_ids: variantIds,
      process_id: processId,
    })),
  };
}

/** Parts that failed before and are in no plan any more (the product is split otherwise now) are left behind. */
const dropLeftovers = (tx: Executor, workplaceId: string, { product, store, listings }: Plan) =>
  tx.run(sql`update listing set state = 'removed', updated_at = now() where workplace_id = ${workplaceId}
    and product_id = ${product.product_id} and store_id = ${store.store_id} and state = 'failed'
    and not listing_id = any(${listings.map((one) => one.listing_id)}::uuid[])`);

/**
 * The part of startPush that runs in the caller's transaction. `processId`: the entry in the process tray that counts
 * these listings; absent: each product and store gets its own.
 */
export async function startPushWithin(
  deps: Deps,
  priceInStore: PriceInStore | undefined,
  tx: Executor,
  scope: WorkplaceScope,
  ask: PushRequest,
  admission: Admission,
  processId?: string,
): Promise<StartedPush> {
  const { accountId, workplaceId } = scope;
  await holdStores(tx, workplaceId, ask.storeIds);
  const stores = await listStores(tx, workplaceId, true);
  await checkGates(tx, scope, stores, admission);
  const wanted = [...new Set(ask.storeIds)].map((id) => stores.find((store) => store.store_id === id));
  if (wanted.some((store) => store === undefined)) throw new AppError('NOT_FOUND', 'STORE_NOT_FOUND');
  const productIds = [...new Set(ask.productIds)];
  const held = await lockProducts(tx, workplaceId, productIds);
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (variant) => variant.product_id);
  const existing = await findListings(tx, workplaceId, productIds, ask.storeIds);
  const rounds = await listingRounds(tx, workplaceId, productIds, ask.storeIds);
  const saved = await findProductSettings(tx, workplaceId);
  const ownPrices = new Map<string, ReadonlySet<string>>();
  for (const store of wanted) {
    if (!store || !priceInStore) continue;
    const listed = existing.filter((one) => one.store_id === store.store_id && one.external_product_id !== null);
    const { store_id: storeId, currency, mode } = store;
    const keep = new Set(listed.map((one) => one.product_id));
    ownPrices.set(storeId, await priceInStore(tx, { storeId, currency, mode }, productIds, keep));
  }
  const overrides = await findOverrides(tx, workplaceId, productIds, ask.storeIds);
  const failed = new Map<string, Refusal>();
  const refusals: StartedPush['refusals'] = [];
  for (const id of productIds)
    if (!held.some((product) => product.product_id === id)) failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
  const plans: Plan[] = [];
  for (const product of held) {
    for (const store of wanted) {
      if (!store) continue;
      const there = existing.filter((one) => one.product_id === product.product_id && one.store_id === store.store_id);
      const mine = variants.get(product.product_id) ?? [];
      const prices = ownPrices.get(store.store_id);
      const own = overrides.find((one) => one.product_id === product.product_id && one.store_id === store.store_id);
      const plan = planFor(deps, ask, product, mine, store, there, rounds, prices, processId ?? newId(), saved, own);
      if ('key' in plan) {
        failed.set(product.product_id, plan);
        refusals.push({ ...plan, productId: product.product_id, storeId: store.store_id });
      } else plans.push(plan);
    }
  }
  if (!processId)
    await addProcesses(
      tx,
      workplaceId,
      plans.map((plan) => plan.process),
    );
  for (const plan of plans) if (existing.length > 0) await dropLeftovers(tx, workplaceId, plan);
  await queueListings(
    tx,
    workplaceId,
    plans.flatMap((plan) => plan.listings),
  );
  await admission.confirm(tx);
  const typed = plans.flatMap(({ product, store }) => {
    const rate = ask.rates[store.currency];
    return rate === undefined || store.currency === product.currency
      ? []
      : [{ from: product.currency, to: store.currency, rate }];
  });
  await rememberRates(tx, workplaceId, typed, deps.clock.now().slice(0, 10));
  if (plans.length > 0) await markOpenWork(tx, { accountId, workplaceId });
  const begun = [...new Set(plans.map((plan) => plan.product.product_id))];
  await tx.run(sql`update product set push_state = 'processing', updated_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${begun}::uuid[])`);
  for (const storeId of new Set(plans.map((plan) => plan.store.store_id)))
    await deps.queue.send(tx, pushStoreJob, { accountId, workplaceId, storeId });
  if (plans.length > 0) {
    await publish(tx, workplaceId, 'products', begun.slice(0, 100));
    await publish(tx, workplaceId, 'listings');
    await publish(tx, workplaceId, 'counts');
  }
  return {
    failed,
    refusals,
    items: plans.map(({ product, store, process, listings }) => ({
      product_id: product.product_id,
      source_product_id: product.source_product_id,
      store_id: store.store_id,
      process_id: process.process_id,
      listing_ids: listings.map((one) => one.listing_id),
      parts: listings.length,
    })),
  };
}

/**
 * Starts pushes: intent, task and job in one transaction. Products that can't be pushed to a store are returned with
 * the reason while the others continue; throws if nothing may be pushed, and QUOTA_EXPIRED if the plan doesn't allow
 * all of them.
 */
export async function startPush(
  deps: Deps,
  quota: Quota,
  scope: WorkplaceScope,
  ask: PushRequest,
  storePrices?: ProductPorts['storePrices'],
): Promise<StartedPush> {
  const listings = new Set(ask.productIds).size * new Set(ask.storeIds).size;
  // What stands in a store already is only brought up to date: how many are new is seen once they are queued.
  const admission = await quota.admit(scope, 'PRODUCT_LISTING', Math.max(1, listings));
  const priceInStore = await storePrices?.(scope);
  return deps.db.tenant(scope, (tx) => startPushWithin(deps, priceInStore, tx, scope, ask, admission));
}

import type { BulkChanges } from '@quayside/contracts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { holdStores, listStores } from '../../connections/index.ts';
import { findListings, setPublishStatus } from '../listing-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findVariants, lockProducts, saveProduct } from '../repo.ts';
import { applyChanges } from '../rules/bulk-changes.ts';
import { type PushedAgain, pushAgainWithin } from './push-again.ts';
import { chosenStores } from './push-all.ts';
import { type PushRequest, type Refusal, type StartedPush, startPushWithin } from './start-push.ts';

interface Changed {
  /** Products that the changes fit, whether or not they changed anything. */
  fit: string[];
  /** How many really changed. */
  updated: number;
  failed: Map<string, Refusal>;
}

/** Applies the same changes to products, each on its own: one that they don't fit stays as it is. */
async function changeWithin(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  changes: BulkChanges,
): Promise<Changed> {
  const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (one) => one.product_id);
  const changed: Changed = { fit: [], updated: 0, failed: new Map() };
  for (const id of productIds) {
    const product = held.get(id);
    const edited = product && applyChanges(product, variants.get(id) ?? [], changes);
    if (!edited) changed.failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
    else if ('key' in edited) changed.failed.set(id, { key: edited.key, params: {} });
    else {
      changed.fit.push(id);
      if (edited.product.revision === product.revision) continue;
      changed.updated += 1;
      await saveProduct(tx, workplaceId, edited.product, edited.variants);
    }
  }
  if (changed.updated > 0) await publish(tx, workplaceId, 'products', changed.fit.slice(0, 100));
  return changed;
}

export interface ChangeAndPush extends PushRequest {
  changes: BulkChanges;
}

/** Changes products and pushes them to stores, in one transaction. A product that the changes don't fit isn't pushed. */
export async function changeAndPush(
  deps: Deps,
  { quota, storePrices }: Pick<ProductPorts, 'quota' | 'storePrices'>,
  scope: WorkplaceScope,
  ask: ChangeAndPush,
): Promise<StartedPush & { updated: number }> {
  const { workplaceId } = scope;
  const ids = [...new Set(ask.productIds)];
  const admission = await quota.admit(scope, 'PRODUCT_LISTING', ids.length * new Set(ask.storeIds).size);
  const priceInStore = await storePrices?.(scope);
  return deps.db.tenant(scope, async (tx) => {
    await chosenStores(tx, workplaceId, ask.storeIds);
    await holdStores(tx, workplaceId, ask.storeIds);
    const { fit, updated, failed } = await changeWithin(tx, workplaceId, ids, ask.changes);
    if (fit.length === 0 || ask.storeIds.length === 0) return { items: [], refusals: [], failed, updated };
    const push = { ...ask, productIds: fit };
    const started = await startPushWithin(deps, priceInStore, tx, scope, push, admission);
    return { ...started, failed: new Map([...failed, ...started.failed]), updated };
  });
}

export interface ChannelChange {
  platform: string;
  productIds: readonly string[];
  changes: BulkChanges | undefined;
  /** Lists them for sale or as drafts; absent: as they are. */
  publish: boolean | undefined;
}

/** Changes products and brings the stores of one channel up to date that have them; other stores stay as they are. */
export async function changeOnChannel(
  deps: Deps,
  scope: WorkplaceScope,
  ask: ChannelChange,
): Promise<PushedAgain & { updated: number }> {
  const { workplaceId } = scope;
  const ids = [...new Set(ask.productIds)];
  return deps.db.tenant(scope, async (tx) => {
    const stores = (await listStores(tx, workplaceId, true)).filter((store) => store.platform === ask.platform);
    const storeIds = stores.map((store) => store.store_id);
    await holdStores(tx, workplaceId, storeIds);
    const known = new Set((await lockProducts(tx, workplaceId, ids)).map((product) => product.product_id));
    const listings = await findListings(tx, workplaceId, ids, storeIds);
    const listed = new Set(listings.map((one) => one.product_id));
    const failed = new Map<string, Refusal>();
    for (const id of ids) {
      if (!known.has(id)) failed.set(id, { key: 'PRODUCT_NOT_FOUND', params: {} });
      else if (storeIds.length === 0)
        failed.set(id, { key: 'CHANNEL_HAS_NO_STORE', params: { channel: ask.platform } });
      else if (!listed.has(id)) failed.set(id, { key: 'PRODUCT_IN_NO_STORE', params: {} });
    }
    const there = ids.filter((id) => !failed.has(id));
    const changed = ask.changes
      ? await changeWithin(tx, workplaceId, there, ask.changes)
      : { fit: there, updated: 0, failed: new Map<string, Refusal>() };
    if (ask.publish !== undefined)
      await setPublishStatus(tx, workplaceId, changed.fit, storeIds, ask.publish ? 'active' : 'draft');
    const again =
      changed.fit.length > 0
        ? await pushAgainWithin(tx, deps, scope, changed.fit, storeIds)
        : { items: [], failed: new Map<string, Refusal>() };
    return {
      items: again.items,
      failed: new Map([...failed, ...changed.failed, ...again.failed]),
      updated: changed.updated,
    };
  });
}

import type { BulkChanges } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { holdStores, listStores } from '../../connections/index.ts';
import { type EditedItem, insertAppliedEdit } from '../bulk-edit-repo.ts';
import { findListings, setPublishStatus } from '../listing-repo.ts';
import { replaceOwnStatus } from '../override-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findVariants, lockProducts, saveProduct } from '../repo.ts';
import { applyChanges } from '../rules/bulk-changes.ts';
import { changedValues } from '../rules/undo-changes.ts';
import { type PushedAgain, pushAgainWithin } from './push-again.ts';
import { chosenStores } from './push-all.ts';
import { type PushRequest, type Refusal, type StartedPush, startPushWithin } from './start-push.ts';

export interface Changed {
  /** Products that the changes fit, whether or not they changed anything. */
  fit: string[];
  /** Those that really changed. */
  updated: string[];
  failed: Map<string, Refusal>;
  /** What each product became, with what was there before. */
  items: EditedItem[];
}

/** Applies the same changes to products, each on its own: one that they don't fit stays as it is. */
export async function changeWithin(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  changes: BulkChanges,
): Promise<Changed> {
  const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, productIds), (one) => one.product_id);
  const changed: Changed = { fit: [], updated: [], failed: new Map(), items: [] };
  const add = (id: string, state: EditedItem['state'], more: Partial<EditedItem> = {}) =>
    changed.items.push({ product_id: id, state, before: null, after: null, error_key: null, ...more });
  const refuse = (id: string, key: string) => {
    changed.failed.set(id, { key, params: {} });
    add(id, 'refused', { error_key: key });
  };
  for (const id of productIds) {
    const product = held.get(id);
    const own = variants.get(id) ?? [];
    const edited = product && applyChanges(product, own, changes);
    if (!edited) refuse(id, 'PRODUCT_NOT_FOUND');
    else if ('key' in edited) refuse(id, edited.key);
    else {
      changed.fit.push(id);
      if (edited.product.revision === product.revision) add(id, 'unchanged');
      else {
        changed.updated.push(id);
        add(id, 'changed', changedValues({ product, variants: own }, edited));
        await saveProduct(tx, workplaceId, edited.product, edited.variants);
      }
    }
  }
  if (changed.updated.length > 0) await publish(tx, workplaceId, 'products', changed.updated.slice(0, 100));
  return changed;
}

/** Keeps what a change replaced, so that it can be undone. null: it changed nothing. */
async function keepEdit(
  tx: Executor,
  workplaceId: string,
  { items, updated }: Changed,
  edit: Omit<Parameters<typeof insertAppliedEdit>[2], 'edit_id'>,
): Promise<string | null> {
  if (updated.length === 0) return null;
  const editId = newId();
  await insertAppliedEdit(tx, workplaceId, { edit_id: editId, ...edit }, items);
  return editId;
}

/** What changing products did. `editId`: the bulk edit to undo; null: nothing changed. */
interface Updated {
  updated: number;
  editId: string | null;
}

export interface ChangeAndPush extends PushRequest {
  changes: BulkChanges;
  requestedBy: string;
}

/** Changes products and pushes them to stores, in one transaction. A product that the changes don't fit isn't pushed. */
export async function changeAndPush(
  deps: Deps,
  { quota, storePrices }: Pick<ProductPorts, 'quota' | 'storePrices'>,
  scope: WorkplaceScope,
  ask: ChangeAndPush,
): Promise<StartedPush & Updated> {
  const { workplaceId } = scope;
  const ids = [...new Set(ask.productIds)];
  const admission = await quota.admit(scope, 'PRODUCT_LISTING', ids.length * new Set(ask.storeIds).size);
  const priceInStore = await storePrices?.(scope);
  return deps.db.tenant(scope, async (tx) => {
    await chosenStores(tx, workplaceId, ask.storeIds);
    await holdStores(tx, workplaceId, ask.storeIds);
    const made = await changeWithin(tx, workplaceId, ids, ask.changes);
    const { fit, failed } = made;
    const started: StartedPush =
      fit.length === 0 || ask.storeIds.length === 0
        ? { items: [], refusals: [], failed: new Map() }
        : await startPushWithin(deps, priceInStore, tx, scope, { ...ask, productIds: fit }, admission);
    const editId = await keepEdit(tx, workplaceId, made, {
      changes: ask.changes,
      store_ids: [...ask.storeIds],
      requested_by: ask.requestedBy,
      pushed: started.items.reduce((sum, item) => sum + item.parts, 0),
    });
    return { ...started, failed: new Map([...failed, ...started.failed]), updated: made.updated.length, editId };
  });
}

export interface ChannelChange {
  platform: string;
  productIds: readonly string[];
  changes: BulkChanges | undefined;
  /** Lists them for sale or as drafts; absent: as they are. */
  publish: boolean | undefined;
  requestedBy: string;
}

/** Changes products and brings the stores of one channel up to date that have them; other stores stay as they are. */
export async function changeOnChannel(
  deps: Deps,
  scope: WorkplaceScope,
  ask: ChannelChange,
): Promise<PushedAgain & Updated> {
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
    const changed: Changed = ask.changes
      ? await changeWithin(tx, workplaceId, there, ask.changes)
      : { fit: there, updated: [], failed: new Map<string, Refusal>(), items: [] };
    if (ask.publish !== undefined) {
      const status = ask.publish ? 'active' : 'draft';
      await setPublishStatus(tx, workplaceId, changed.fit, storeIds, status);
      await replaceOwnStatus(tx, workplaceId, changed.fit, storeIds, status);
    }
    const again =
      changed.fit.length > 0
        ? await pushAgainWithin(tx, deps, scope, changed.fit, storeIds)
        : { items: [], failed: new Map<string, Refusal>() };
    const editId = ask.changes
      ? await keepEdit(tx, workplaceId, changed, {
          changes: ask.changes,
          store_ids: storeIds,
          requested_by: ask.requestedBy,
          pushed: again.items.reduce((sum, item) => sum + item.listing_ids.length, 0),
        })
      : null;
    return {
      items: again.items,
      failed: new Map([...failed, ...changed.failed, ...again.failed]),
      updated: changed.updated.length,
      editId,
    };
  });
}

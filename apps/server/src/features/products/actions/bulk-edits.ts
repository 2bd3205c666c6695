import type { BulkChanges } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import type { Executor, Sql, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish, publishAll } from '../../../live/publish.ts';
import { holdStores } from '../../connections/index.ts';
import {
  type BulkEdit,
  beginUndo,
  type EditedItem,
  endEdit,
  insertMatchingEdit,
  isEditRunning,
  lockBulkEdit,
  nextItems,
  recordItems,
  refusePendingItems,
} from '../bulk-edit-repo.ts';
import { workBulkEditJob } from '../jobs/products.ts';
import { storesOfListed } from '../price-repo.ts';
import { countMatching } from '../push-batch-repo.ts';
import { findVariants, lockProducts, saveProduct } from '../repo.ts';
import { undoChanges } from '../rules/undo-changes.ts';
import { changeWithin } from './change-products.ts';
import { pushAgainWithin } from './push-again.ts';
import type { Refusal } from './start-push.ts';
import type { BatchRun } from './work-push-batch.ts';

/** Products in one transaction: editors of a product wait no longer than it takes. */
const PRODUCTS_AT_ONCE = 100;

export interface BulkEditRequest {
  /** The condition on products, whose row is `p`. */
  matching: Sql;
  /** How many match on the person's screen. */
  count: number;
  changes: BulkChanges;
  /** Push changed products again to the stores that have them. */
  push: boolean;
  requestedBy: string;
}

const running = () => new AppError('BAD_REQUEST', 'BULK_EDIT_RUNNING');
const countChanged = (found: number) =>
  new AppError('UNPROCESSABLE_ENTITY', 'BULK_EDIT_COUNT_CHANGED', {
    params: { found },
    fields: { count: ['BULK_EDIT_COUNT_CHANGED'] },
    data: { count: found },
  });

/**
 * Starts making the same changes to everything that matches: the list of products and the job in one transaction. Throws if
 * another number matches than the person saw, and BULK_EDIT_RUNNING.
 */
export async function startBulkEdit(
  deps: Deps,
  scope: WorkplaceScope & StoreScope,
  ask: BulkEditRequest,
): Promise<string> {
  const { accountId, workplaceId } = scope;
  const editId = newId();
  await deps.db.tenant(scope, async (tx) => {
    const total = await countMatching(tx, ask.matching);
    if (total !== ask.count) throw countChanged(total);
    const edit = {
      edit_id: editId,
      changes: ask.changes,
      // The worker has no limits of its own: it brings only those stores up to date that the person may push to.
      store_ids: ask.push ? (scope.storeIds ?? null) : [],
      total,
      requested_by: ask.requestedBy,
    };
    if (!(await insertMatchingEdit(tx, workplaceId, edit, ask.matching))) throw running();
    await deps.queue.send(tx, workBulkEditJob, { accountId, workplaceId, editId });
  });
  return editId;
}

/**
 * Starts undoing an edit. Throws BULK_EDIT_NOT_FOUND, BULK_EDIT_RUNNING and BULK_EDIT_UNDONE, and BULK_UNDO_OTHER_STORES for a member
 * who has no access to a store that it would push to.
 */
export async function startBulkUndo(deps: Deps, scope: WorkplaceScope & StoreScope, editId: string): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const edit = await lockBulkEdit(tx, workplaceId, editId);
    if (!edit) throw new AppError('NOT_FOUND', 'BULK_EDIT_NOT_FOUND');
    const own = scope.storeIds;
    if (own && (edit.store_ids === null || edit.store_ids.some((id) => !own.includes(id))))
      throw new AppError('FORBIDDEN', 'BULK_UNDO_OTHER_STORES');
    if (edit.state === 'undone') throw new AppError('BAD_REQUEST', 'BULK_EDIT_UNDONE');
    if (edit.state !== 'applied' || (await isEditRunning(tx, workplaceId))) throw running();
    await beginUndo(tx, workplaceId, editId);
    await deps.queue.send(tx, workBulkEditJob, { accountId, workplaceId, editId });
  });
}

/** Restores products, each on its own. Returns how each ended. */
async function undoWithin(
  tx: Executor,
  workplaceId: string,
  items: readonly Pick<EditedItem, 'product_id' | 'before' | 'after'>[],
): Promise<{ items: EditedItem[]; updated: string[] }> {
  const ids = items.map((item) => item.product_id);
  const held = new Map((await lockProducts(tx, workplaceId, ids)).map((one) => [one.product_id, one]));
  const variants = Map.groupBy(await findVariants(tx, workplaceId, ids), (one) => one.product_id);
  const updated: string[] = [];
  const ended: EditedItem[] = [];
  for (const { product_id: id, before, after } of items) {
    const product = held.get(id);
    const undone = product && before && after && undoChanges(product, variants.get(id) ?? [], { before, after });
    const kept = (error_key: string) =>
      ended.push({ product_id: id, state: 'kept', before: null, after: null, error_key });
    if (!undone) kept('PRODUCT_NOT_FOUND');
    else if ('key' in undone) kept(undone.key);
    else {
      const { edited, isWhole } = undone;
      if (edited.product.revision !== product.revision) {
        updated.push(id);
        await saveProduct(tx, workplaceId, edited.product, edited.variants);
      }
      if (isWhole) ended.push({ product_id: id, state: 'restored', before: null, after: null, error_key: null });
      else kept('BULK_EDIT_CHANGED_SINCE');
    }
  }
  if (updated.length > 0) await publish(tx, workplaceId, 'products', updated);
  return { items: ended, updated };
}

/** Works on some products of an edit. false: none are left, and the edit has ended. */
async function workOn(tx: Executor, deps: Deps, scope: WorkplaceScope, edit: BulkEdit, most: number): Promise<boolean> {
  const { workplaceId } = scope;
  const { edit_id: editId, store_ids: named } = edit;
  const undo = edit.state === 'undoing';
  const next = await nextItems(tx, workplaceId, editId, undo ? 'changed' : 'pending', most);
  if (next.length === 0) {
    await endEdit(tx, workplaceId, editId, undo ? 'undone' : 'applied');
    await publishAll(tx, workplaceId, [{ topic: 'products' }]);
    return false;
  }
  const ids = next.map((item) => item.product_id);
  const listed = named?.length === 0 ? [] : await storesOfListed(tx, workplaceId, ids);
  const storeIds = listed.filter((id) => named === null || named.includes(id));
  await holdStores(tx, workplaceId, storeIds);
  const { items, updated } = undo
    ? await undoWithin(tx, workplaceId, next)
    : await changeWithin(tx, workplaceId, ids, edit.changes);
  const again =
    updated.length > 0 && storeIds.length > 0
      ? await pushAgainWithin(tx, deps, scope, updated, storeIds)
      : { items: [], failed: new Map<string, Refusal>() };
  const pushed = again.items.reduce((sum, one) => sum + one.listing_ids.length, 0);
  const told = items.map((item) => {
    const refusal = again.failed.get(item.product_id);
    const isBehind = refusal && refusal.key !== 'PRODUCT_IN_NO_STORE' && item.error_key === null;
    return isBehind ? { ...item, error_key: 'BULK_EDIT_NOT_PUSHED' } : item;
  });
  await recordItems(tx, workplaceId, editId, told, pushed);
  return true;
}

/** Ends an edit that can't continue, since no other may begin before. An undo that was cut short can be asked for again. */
const stopEdit = (deps: Deps, scope: WorkplaceScope, editId: string): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const { workplaceId } = scope;
    const edit = await lockBulkEdit(tx, workplaceId, editId);
    if (edit?.state === 'applying') await refusePendingItems(tx, workplaceId, editId, 'BULK_EDIT_INTERRUPTED');
    else if (edit?.state !== 'undoing') return;
    await endEdit(tx, workplaceId, editId, 'applied');
    await publishAll(tx, workplaceId, [{ topic: 'products' }]);
  });

/**
 * Makes or undoes a bulk edit, a few products at a time. Each part is written in one transaction together with its record
 * and the pushes that follow, so that a worker killed in between leaves nothing half done and the next one continues. A fault in
 * the last attempt ends it.
 */
export async function workBulkEdit(
  deps: Deps,
  scope: WorkplaceScope,
  editId: string,
  { signal, isLastTry }: BatchRun,
  atOnce = PRODUCTS_AT_ONCE,
): Promise<void> {
  for (let more = true; more; ) {
    signal.throwIfAborted();
    try {
      more = await deps.db.tenant(scope, async (tx) => {
        const edit = await lockBulkEdit(tx, scope.workplaceId, editId);
        if (edit?.state !== 'applying' && edit?.state !== 'undoing') return false;
        return workOn(tx, deps, scope, edit, atOnce);
      });
    } catch (error) {
      if (isLastTry) await stopEdit(deps, scope, editId);
      throw error;
    }
  }
}

import type { PriceRule } from '@quayside/contracts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publishAll } from '../../../live/publish.ts';
import {
  holdProducts,
  holdStoresOf,
  type PriceWrite,
  pushAgainWithin,
  readPricedVariants,
  readStorePrices,
  removeStorePrices,
  saveStorePrices,
  writePrices,
} from '../../products/index.ts';
import {
  type BatchItem,
  type BatchRow,
  endBatch,
  itemsOf,
  lockBatch,
  nextProducts,
  recordItems,
} from '../batch-repo.ts';

/** Products in one transaction: editors of a product wait no longer than it takes. */
const PRODUCTS_AT_ONCE = 200;

const writeOf = (item: BatchItem, undo: boolean): PriceWrite => ({
  product_id: item.product_id,
  variant_id: item.variant_id,
  expected_price: undo ? item.price_after : item.price_before,
  expected_compare: undo ? item.compare_after : item.compare_before,
  // A price must follow from the cost it was computed from; an undo only goes back.
  cost: undo ? null : item.cost,
  price: undo ? item.price_before : item.price_after,
  compare: undo ? item.compare_before : item.compare_after,
  computed: undo ? item.computed_before : item.price_after,
});

/** Writes a store's own prices where they still are what the batch expects; returns the variants written. */
async function writeInStore(
  tx: Executor,
  workplaceId: string,
  { storeId, rule, undo }: { storeId: string; rule: PriceRule; undo: boolean },
  items: readonly BatchItem[],
): Promise<Set<string>> {
  const productIds = [...new Set(items.map((item) => item.product_id))];
  const own = new Map(
    (await readStorePrices(tx, workplaceId, storeId, productIds)).map((row) => [row.variant_id, row]),
  );
  const costs = new Map(
    (await readPricedVariants(tx, workplaceId, productIds)).map((row) => [row.variant_id, row.cost]),
  );
  const fits = items.filter((item) => {
    const there = own.get(item.variant_id);
    if (undo) return there?.price === item.price_after && there.compare_at_price === item.compare_after;
    // Without an own price, the one before was converted from the product's, which may be any.
    return costs.get(item.variant_id) === item.cost && (!there || there.price === item.price_before);
  });
  const back = (item: BatchItem) => undo && item.price_before === null;
  await removeStorePrices(
    tx,
    workplaceId,
    storeId,
    fits.filter(back).map((item) => item.variant_id),
  );
  await saveStorePrices(
    tx,
    workplaceId,
    storeId,
    fits
      .filter((item) => !back(item))
      .map((item) => ({
        product_id: item.product_id,
        variant_id: item.variant_id,
        price: (undo ? item.price_before : null) ?? item.price_after,
        compare_at_price: undo ? item.compare_before : item.compare_after,
        currency: rule.currency,
        rate: item.rate,
        rate_day: item.rate_day,
      })),
  );
  return new Set(fits.map((item) => item.variant_id));
}

/** Works on some products of a batch. false: none are left, and the batch has ended. */
async function workOn(
  tx: Executor,
  deps: Deps,
  scope: WorkplaceScope,
  batch: BatchRow,
  most: number,
): Promise<boolean> {
  const { workplaceId } = scope;
  const { batch_id: batchId, store_id: storeId, rule } = batch;
  const undo = batch.state === 'undoing';
  const from = undo ? 'done' : 'pending';
  const productIds = await nextProducts(tx, workplaceId, batchId, from, most);
  if (productIds.length === 0) {
    await endBatch(tx, workplaceId, batchId, undo ? 'undone' : 'applied');
    await publishAll(tx, workplaceId, [{ topic: 'products' }]);
    return false;
  }
  const storeIds = batch.push ? await holdStoresOf(tx, workplaceId, productIds, storeId) : [];
  const held = await holdProducts(tx, workplaceId, productIds);
  const items = await itemsOf(tx, workplaceId, batchId, from, productIds);
  const open = items.filter((item) => held.has(item.product_id));
  const written = storeId
    ? await writeInStore(tx, workplaceId, { storeId, rule, undo }, open)
    : await writePrices(
        tx,
        workplaceId,
        open.map((item) => writeOf(item, undo)),
      );
  const changed = [...new Set(items.filter((one) => written.has(one.variant_id)).map((one) => one.product_id))];
  const again =
    changed.length > 0 && storeIds.length > 0
      ? await pushAgainWithin(tx, deps, scope, changed, storeIds)
      : { items: [] };
  const pushed = again.items.reduce((sum, one) => sum + one.listing_ids.length, 0);
  const left = items.filter((item) => !written.has(item.variant_id)).map((item) => item.variant_id);
  await recordItems(tx, workplaceId, batchId, { written: [...written], left, pushed }, undo);
  await publishAll(tx, workplaceId, [{ topic: 'products', ids: changed.slice(0, 100) }]);
  return true;
}

/**
 * Applies or undoes a batch, a few products at a time. Each part is written in one transaction together with its record
 * and the pushes that follow, so that a worker killed in between leaves nothing half done and the next one continues.
 */
export async function workBatch(
  deps: Deps,
  scope: WorkplaceScope,
  batchId: string,
  signal: Pick<AbortSignal, 'throwIfAborted'>,
  atOnce = PRODUCTS_AT_ONCE,
): Promise<void> {
  for (let more = true; more; ) {
    signal.throwIfAborted();
    more = await deps.db.tenant(scope, async (tx) => {
      const batch = await lockBatch(tx, scope.workplaceId, batchId);
      if (batch?.state !== 'applying' && batch?.state !== 'undoing') return false;
      return workOn(tx, deps, scope, batch, atOnce);
    });
  }
}

import { defaultPriceRule } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { readPricedProducts } from '../../products/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { type BatchItem, insertBatch, isAnyRunning, lockBatch, setBatchState } from '../batch-repo.ts';
import { workBatchJob } from '../jobs/pricing.ts';
import { findRule, lockRule } from '../price-rule-repo.ts';
import { type JudgedProduct, judgeCatalog } from '../queries/judge-catalog.ts';
import { requireProducts } from '../queries/require-products.ts';
import { usualCurrency } from '../queries/setting-view.ts';
import { requireStore } from './save-rule.ts';

export interface BatchRequest {
  storeId: string | null;
  /** The revision of the rule on the screen; 0: none was saved. */
  revision: number;
  /** undefined: all products. */
  productIds: readonly string[] | undefined;
  includeEdited: boolean;
  push: boolean;
  requestedBy: string;
}

const running = () => new AppError('BAD_REQUEST', 'PRICE_BATCH_RUNNING');

function itemsFor({ rate, variants, product }: JudgedProduct): BatchItem[] {
  return variants.flatMap(({ variant, judged, before }) => {
    if (!judged.changes || 'missing' in judged.result) return [];
    return [
      {
        product_id: product.product_id,
        variant_id: variant.variant_id,
        cost: variant.cost,
        price_before: before.price,
        price_after: judged.result.price,
        compare_before: before.compareAt,
        compare_after: judged.compareAfter,
        computed_before: variant.computed_price,
        rate: rate?.rate?.rate ?? null,
        rate_day: rate?.rate?.day ?? null,
      },
    ];
  });
}

/** The rule to apply: a store without an own rule has none to apply. Throws if it isn't the one on the screen. */
async function ruleFor(tx: Executor, workplaceId: string, storeId: string | null, revision: number) {
  const saved = await lockRule(tx, workplaceId, storeId);
  if ((saved?.revision ?? 0) !== revision || (storeId && !saved))
    throw new AppError('UNPROCESSABLE_ENTITY', 'PRICE_RULE_CHANGED', { fields: { revision: ['PRICE_RULE_CHANGED'] } });
  return saved?.rule ?? defaultPriceRule(usualCurrency(await readPricedProducts(tx, workplaceId, {})));
}

/**
 * Starts setting prices by the saved rule: all new prices and their job are written in one transaction. Throws
 * PRICE_BATCH_RUNNING, and PRICES_UNCHANGED if there is nothing to change.
 */
export async function startBatch(
  deps: Deps,
  scope: WorkplaceScope,
  ownAccounts: WorkplaceFacts['ownAccounts'],
  ask: BatchRequest,
): Promise<string> {
  const { accountId, workplaceId } = scope;
  const batchId = newId();
  await deps.db.tenant(scope, async (tx) => {
    const store = ask.storeId ? await requireStore(tx, workplaceId, ask.storeId) : null;
    if (ask.productIds) await requireProducts(tx, workplaceId, ask.productIds);
    const rule = await ruleFor(tx, workplaceId, ask.storeId, ask.revision);
    if (await isAnyRunning(tx, workplaceId)) throw running();
    const { products } = await judgeCatalog(tx, workplaceId, {
      store: store && { storeId: store.store_id, currency: store.currency, mode: store.mode },
      rule,
      includeEdited: ask.includeEdited,
      productIds: ask.productIds,
      day: deps.clock.now().slice(0, 10),
      ownAccounts,
    });
    const items = products.flatMap(itemsFor);
    if (items.length === 0) throw new AppError('BAD_REQUEST', 'PRICES_UNCHANGED');
    const batch = { batch_id: batchId, store_id: ask.storeId, rule, push: ask.push, requested_by: ask.requestedBy };
    if (!(await insertBatch(tx, workplaceId, batch, items))) throw running();
    await deps.queue.send(tx, workBatchJob, { accountId, workplaceId, batchId });
  });
  return batchId;
}

/** Starts undoing a batch. Throws PRICE_BATCH_NOT_FOUND, PRICE_BATCH_RUNNING and PRICE_BATCH_UNDONE. */
export async function startUndo(deps: Deps, scope: WorkplaceScope, batchId: string): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const batch = await lockBatch(tx, workplaceId, batchId);
    if (!batch) throw new AppError('NOT_FOUND', 'PRICE_BATCH_NOT_FOUND');
    if (batch.state === 'undone') throw new AppError('BAD_REQUEST', 'PRICE_BATCH_UNDONE');
    if (batch.state !== 'applied' || (await isAnyRunning(tx, workplaceId))) throw running();
    // A store's rule that was removed took its prices with it.
    if (batch.store_id && !(await findRule(tx, workplaceId, batch.store_id)))
      throw new AppError('BAD_REQUEST', 'PRICE_UNDO_RULE_GONE');
    await setBatchState(tx, workplaceId, batchId, 'undoing');
    await deps.queue.send(tx, workBatchJob, { accountId, workplaceId, batchId });
  });
}

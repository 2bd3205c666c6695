import type { PastedPurchase } from '@quayside/contracts';
import { AppError, type MessageParams } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findLines, findOrdersByName, lockOrder, withParts } from '../../orders/index.ts';
import { recordManual } from './manual-purchase.ts';

export interface PastedResult {
  row: number;
  status: 'recorded' | 'changed' | 'refused';
  orderId: string | null;
  problem?: { key: string; params?: MessageParams };
  field?: string;
}

/** Undoes the transaction of a dry run. */
class DryRun extends Error {
  readonly result: PastedResult;
  constructor(result: PastedResult) {
    super('dry run');
    this.result = result;
  }
}

const refused = (row: number, key: string, field: string, params: MessageParams = {}): PastedResult => ({
  row,
  status: 'refused',
  orderId: null,
  problem: { key, params },
  field,
});

async function pasteOne(
  deps: Deps,
  who: Who,
  row: number,
  item: PastedPurchase,
  dryRun: boolean,
): Promise<PastedResult> {
  const { workplaceId } = who;
  if ((item.carrier === undefined) !== (item.tracking_number === undefined))
    return refused(row, 'MANUAL_TRACKING_HALF', item.carrier === undefined ? 'carrier' : 'tracking_number');
  return deps.db.tenant(who.scope, async (tx) => {
    const named = await findOrdersByName(tx, workplaceId, item.order);
    const [first] = named;
    if (!first) return refused(row, 'MANUAL_ORDER_UNKNOWN', 'order', { name: item.order });
    if (named.length > 1) return refused(row, 'MANUAL_ORDER_AMBIGUOUS', 'order', { name: item.order });
    const order = await lockOrder(tx, workplaceId, first.order_id);
    if (!order) return refused(row, 'MANUAL_ORDER_UNKNOWN', 'order', { name: item.order });
    const { sku, carrier, tracking_number: number, tracking_url: url } = item;
    const all = sku ? await findLines(tx, workplaceId, [order.order_id]) : [];
    const own = all.filter((line) => line.sku === sku).map((line) => line.line_id);
    if (sku && own.length === 0) return refused(row, 'NotFoundSkuProduct', 'sku', { title: sku ?? '' });
    const { isNew } = await recordManual(tx, deps, who, order, {
      source: item.source,
      order_no: item.order_no,
      // The store's SKU is that of a whole bundle.
      ...(sku ? { line_item_ids: withParts(all, own) } : {}),
      items_cost: item.items_cost,
      shipping_cost: item.shipping_cost,
      ...(carrier && number ? { tracking: { carrier, number, ...(url ? { url } : {}) } } : {}),
    });
    const result: PastedResult = { row, status: isNew ? 'recorded' : 'changed', orderId: order.order_id };
    if (dryRun) throw new DryRun(result);
    return result;
  });
}

/**
 * Records pasted purchases one by one: a bad row doesn't affect the others. A dry run does the work of each row and
 * undoes it before the next, so rows that depend on one another are seen as if each were the only one.
 */
export async function pastePurchases(
  deps: Deps,
  who: Who,
  items: readonly PastedPurchase[],
  dryRun: boolean,
): Promise<PastedResult[]> {
  const results: PastedResult[] = [];
  for (const [row, item] of items.entries()) {
    try {
      results.push(await pasteOne(deps, who, row, item, dryRun));
    } catch (error) {
      if (error instanceof DryRun) results.push(error.result);
      else if (error instanceof AppError)
        results.push({
          row,
          status: 'refused',
          orderId: null,
          problem: { key: error.code, params: error.params ?? {} },
          field: Object.keys(error.fields ?? {})[0] ?? 'order',
        });
      else throw error;
    }
  }
  return results;
}

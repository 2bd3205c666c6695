import { ConnectorError, type RefundableAmount } from '@quayside/connector-kit';
import type { ReturnRefundMethod } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findStore, type Problem, toProblem, withStore } from '../../connections/index.ts';
import type { OrderRow } from '../../orders/index.ts';

/** How a refund of an order can be made, best first. */
export async function methodsOf(
  deps: Pick<Deps, 'db' | 'connectors'>,
  who: Pick<Who, 'scope' | 'workplaceId'>,
  order: Pick<OrderRow, 'is_manual' | 'store_id'>,
): Promise<ReturnRefundMethod[]> {
  if (order.is_manual) return ['outside'];
  const store = await deps.db.read(who.scope, (ex) => findStore(ex, who.workplaceId, order.store_id));
  const connector = store && deps.connectors.channels[store.platform];
  if (!connector?.createRefund || !connector.readRefundable) return ['outside'];
  return ['gateway', ...(connector.capabilities.recordsRefunds ? (['recorded'] as const) : []), 'outside'];
}

/** What the store can still refund of an order, or why it couldn't be asked. */
export async function askStore(
  deps: Deps,
  who: Pick<Who, 'scope' | 'workplaceId'>,
  order: Pick<OrderRow, 'store_id' | 'external_order_id'>,
): Promise<RefundableAmount | { problem: Problem }> {
  try {
    return await withStore(deps, who.scope, order.store_id, async ({ connector, ctx }) => {
      const found = await connector.readRefundable?.(ctx, order.external_order_id);
      return found ?? { problem: { key: 'RETURN_REFUND_ORDER_GONE', params: {} } };
    });
  } catch (error) {
    if (error instanceof AppError) return { problem: { key: error.messageKey, params: error.params } };
    if (!(error instanceof ConnectorError)) throw error;
    const store = await deps.db.read(who.scope, (ex) => findStore(ex, who.workplaceId, order.store_id));
    return { problem: toProblem(error, store?.platform_domain ?? '') };
  }
}

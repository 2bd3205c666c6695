import type { UnreadableOrder } from '@quayside/connector-kit';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { unreadProblem } from '../rules/unreadable.ts';
import type { StoredProblem } from '../tables.ts';
import { upsertUnreadableOrder } from '../unreadable-order-repo.ts';

type Named = Pick<UnreadableOrder, 'externalOrderId' | 'name'>;

async function keep(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  order: Named,
  problem: StoredProblem,
  at: string,
) {
  const name = order.name?.slice(0, 100) ?? null;
  const isNews = await upsertUnreadableOrder(tx, workplaceId, {
    store_id: storeId,
    external_order_id: order.externalOrderId,
    name,
    reason_key: problem.key,
    reason_params: problem.params ?? {},
    last_at: at,
  });
  if (!isNews) return;
  const subject = { id: order.externalOrderId, name: name ?? order.externalOrderId };
  await notify(tx, workplaceId, [
    { kind: 'order_unread', storeId, subject, params: { ...problem.params, order: subject.name, reason: problem.key } },
  ]);
  await publish(tx, workplaceId, 'stores', [storeId]);
}

/** Sets aside an order that couldn't be saved and notifies once. The first successful read removes it. */
export const recordUnreadableOrder = (
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  order: Named,
  problem: StoredProblem,
  readAt: string,
): Promise<void> => deps.db.tenant(scope, (tx) => keep(tx, scope.workplaceId, storeId, order, problem, readAt));

/** Sets aside unreadable orders of a page in one transaction. */
export async function recordUnreadableOrders(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  unread: readonly UnreadableOrder[],
  readAt: string,
): Promise<void> {
  if (unread.length === 0) return;
  await deps.db.tenant(scope, async (tx) => {
    for (const order of unread) await keep(tx, scope.workplaceId, storeId, order, unreadProblem(order.reason), readAt);
  });
}

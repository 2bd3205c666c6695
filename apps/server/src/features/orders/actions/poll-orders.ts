import { type ChannelOrder, ConnectorError } from '@quayside/connector-kit';
import { getWorkplace, type Scope, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { withStore } from '../../connections/index.ts';
import type { OrderPorts } from '../ports.ts';
import { findStoreTimes, saveCursor } from '../repo.ts';
import { afterPage, getCursor } from '../rules/poll-cursor.ts';
import { isUnreported } from '../rules/unreported.ts';
import { recordUnreadableOrders } from './record-unreadable.ts';
import { rematchStore } from './rematch-store.ts';
import { saveOrRecordUnreadable } from './take-order.ts';

/**
 * A run ends after this time and continues with the next poll, so that a huge store doesn't occupy a worker for an
 * hour.
 */
const LONGEST_MS = 5 * 60_000;

/**
 * Polls a store's orders for changes since the last poll. Each page is saved before the cursor moves, unreadable orders
 * are set aside, and repeated pages are harmless; returns whether a webhook should have reported a change.
 */
export async function pollOrders(
  deps: Deps,
  ports: Pick<OrderPorts, 'match' | 'onNewOrders'>,
  scope: Scope,
  storeId: string,
): Promise<boolean> {
  const here = getWorkplace(scope);
  let unreported = false;
  await withStore(deps, here, storeId, async ({ store, connector, ctx }) => {
    const place = { storeId, mode: store.mode };
    const started = deps.clock.millis();
    let at = getCursor(store.order_cursor, store.created_at);
    for (;;) {
      const readAt = deps.clock.now();
      let page: Awaited<ReturnType<typeof connector.listOrders>>;
      try {
        page = await connector.listOrders(ctx, {
          updatedAfter: at.since,
          ...(at.cursor !== undefined ? { cursor: at.cursor } : {}),
        });
      } catch (error) {
        // The store no longer knows the cursor: start over instead of failing forever.
        if (at.cursor === undefined || !(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        at = { since: at.since };
        await deps.db.tenant(here, (tx) => saveCursor(tx, here.workplaceId, storeId, { ...at }));
        continue;
      }
      unreported ||= store.orders_by === 'webhook' && (await anyUnreported(deps, here, storeId, page.items, readAt));
      await saveOrRecordUnreadable(
        deps,
        ports,
        here,
        place,
        page.items.map((order) => ({ order, readAt })),
      );
      const unread = page.unread ?? [];
      await recordUnreadableOrders(deps, here, storeId, unread, readAt);
      at = afterPage(
        at,
        [...page.items, ...unread].flatMap((order) => order.updatedAt ?? []),
        page.nextCursor,
        deps.clock.now(),
      );
      await deps.db.tenant(here, (tx) => saveCursor(tx, here.workplaceId, storeId, { ...at }));
      if (at.cursor === undefined || deps.clock.millis() - started > LONGEST_MS) break;
    }
  });
  await rematchStore(deps, ports, here, storeId);
  return unreported;
}

async function anyUnreported(
  deps: Deps,
  { workplaceId, ...scope }: WorkplaceScope,
  storeId: string,
  orders: readonly ChannelOrder[],
  readAt: string,
): Promise<boolean> {
  const ids = orders.map((order) => order.externalOrderId);
  const known = await deps.db.read({ ...scope, workplaceId }, (ex) => findStoreTimes(ex, workplaceId, storeId, ids));
  return orders.some((order) => isUnreported(order.updatedAt, known.get(order.externalOrderId), readAt));
}

import { type MessageParams, nextState } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { lastRestore } from '../../../sending/index.ts';
import {
  addEvents,
  findLines,
  LINE_TRANSITIONS,
  lockOrders,
  movingOrders,
  patchLines,
  STOPPED_BY_PERSON,
} from '../../orders/index.ts';
import { countSent, findStoppable, stopRequested } from '../place-repo.ts';
import { linesOfPurchases } from '../repo.ts';
import { orderIdsOf } from '../tables.ts';
import type { PlaceTools } from './place-supplier-order.ts';
import { settleOrders } from './settle-orders.ts';

export interface PlacementsToStop {
  source: string;
  /** Only those of one task. */
  processId?: string | undefined;
}

export interface StoppedPlacements {
  /** Supplier orders that won't be sent. */
  stopped: number;
  /** Those that may already be at the supplier and continue. */
  sent: number;
}

/** Orders per transaction. */
const CHUNK = 250;

/**
 * B384: stops a supplier's orders that haven't been sent. Their lines can be placed again; whatever may have reached the
 * supplier continues and is counted.
 */
export async function stopPlacement(
  { deps, progress }: Pick<PlaceTools, 'deps' | 'progress'>,
  here: WorkplaceScope,
  what: PlacementsToStop,
): Promise<StoppedPlacements> {
  const { workplaceId } = here;
  const { found, restoredAt } = await deps.db.read(here, async (ex) => {
    const restored = (await lastRestore(ex))?.restoredAt ?? null;
    return { restoredAt: restored, found: await findStoppable(ex, workplaceId, { ...what, restoredAt: restored }) };
  });
  let stopped = 0;
  for (let at = 0; at < found.length; at += CHUNK) {
    const named = found.slice(at, at + CHUNK);
    const rows = await deps.db.tenant(here, async (tx) => {
      const orderIds = [...new Set(named.flatMap(orderIdsOf))];
      // Supplier orders of a store being transferred are stopped in the other workspace.
      const moving = await movingOrders(tx, workplaceId, orderIds);
      const chunk = named.filter((row) => !orderIdsOf(row).some((id) => moving.has(id)));
      const orders = await lockOrders(
        tx,
        workplaceId,
        orderIds.filter((id) => !moving.has(id)),
      );
      const ended = await stopRequested(
        tx,
        workplaceId,
        chunk.map((row) => row.supplier_order_id),
        STOPPED_BY_PERSON,
        restoredAt,
      );
      if (ended.length === 0) return [];
      const ids = new Set(ended.flatMap(orderIdsOf));
      const bought = await linesOfPurchases(
        tx,
        workplaceId,
        ended.map((row) => row.supplier_order_id),
      );
      const stoppedLines = new Set(bought.map((line) => line.line_id));
      const lines = (await findLines(tx, workplaceId, [...ids])).filter(
        (line) => stoppedLines.has(line.line_id) && line.state === 'placing',
      );
      await patchLines(
        tx,
        workplaceId,
        lines.map((line) => ({
          order_id: line.order_id,
          line_id: line.line_id,
          state: nextState(LINE_TRANSITIONS, line.state, 'free') ?? line.state,
          block: null,
          supplier_order_id: null,
        })),
      );
      await addEvents(
        tx,
        workplaceId,
        ended.flatMap((row) => {
          const params: MessageParams = { reason: STOPPED_BY_PERSON, supplier: connectorLabel(row.supplier) };
          return orderIdsOf(row).map((orderId) => ({ orderId, kind: 'create_failed' as const, params }));
        }),
      );
      await settleOrders(
        tx,
        deps,
        here,
        orders.filter((order) => ids.has(order.order_id)),
      );
      await publish(tx, workplaceId, 'orders', ids.size > 100 ? [] : [...ids]);
      return ended;
    });
    stopped += rows.length;
    for (const row of rows)
      for (const id of orderIdsOf(row)) progress.touch(here, id, { id: row.placement_id, kind: 'placement' });
  }
  await progress.flush();
  const sent = await deps.db.read(here, (ex) => countSent(ex, workplaceId, what));
  return { stopped, sent };
}

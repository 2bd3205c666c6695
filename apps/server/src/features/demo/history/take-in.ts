import type { ChannelOrder } from '@quayside/connector-kit';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { withStore } from '../../connections/index.ts';
import { findLines, findOrdersOfStore, type OrderRow, saveOrder } from '../../orders/index.ts';
import { matchVariants } from '../../products/index.ts';
import { type Making, quiet, type Shelf, type Sold, type Waiting } from './making.ts';

export async function readOrders(
  { deps, scope }: Making,
  { store }: Shelf,
  since: string,
): Promise<ReadonlyMap<string, ChannelOrder>> {
  const found = new Map<string, ChannelOrder>();
  await withStore(deps, scope, store.store_id, async ({ connector, ctx }) => {
    let cursor: string | undefined;
    do {
      const page = await connector.listOrders(ctx, { updatedAfter: since, ...(cursor ? { cursor } : {}) });
      for (const order of page.items) found.set(order.externalOrderId, order);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  });
  return found;
}

/** The order as it was before anything happened to it. */
function asNew(told: ChannelOrder): ChannelOrder {
  const { cancelledAt: _cancelled, ...rest } = told;
  return {
    ...rest,
    updatedAt: told.createdAt,
    fulfillmentStatus: 'unfulfilled',
    financialStatus: told.financialStatus === 'partially_refunded' ? 'paid' : told.financialStatus,
    lines: told.lines.map((line) => ({ ...line, fulfillableQuantity: line.quantity, refundedQuantity: 0 })),
  };
}

export const soon = (iso: string): string => new Date(Date.parse(iso) + 20_000).toISOString();

/** Which of these orders are here. */
async function ordersOf(
  ex: Executor,
  { workplaceId }: WorkplaceScope,
  chunk: readonly Sold[],
): Promise<Map<Sold, OrderRow>> {
  const found = new Map<Sold, OrderRow>();
  for (const [storeId, sold] of Map.groupBy(chunk, (one) => one.shelf.store.store_id)) {
    const ids = sold.map((one) => one.kept.orderId);
    const rows = await findOrdersOfStore(ex, workplaceId, storeId, ids);
    for (const one of sold) {
      const row = rows.find((order) => order.external_order_id === one.kept.orderId);
      if (row) found.set(one, row);
    }
  }
  return found;
}

/** Takes in the orders of a chunk that are not here yet, as they were when they came. */
export async function takeIn(making: Making, chunk: readonly Sold[]): Promise<void> {
  const { deps, scope } = making;
  await deps.db.tenant(scope, async (tx) => {
    const known = await ordersOf(tx, scope, chunk);
    for (const one of chunk) if (!known.has(one)) await takeOne(tx, making, one);
  });
}

/** What was never bought is read once, as it ended. */
function takeOne(tx: Executor, making: Making, { plan, shelf, told }: Sold): Promise<string | undefined> {
  const order = plan.placedAt ? asNew(told) : told;
  const at = soon(order.createdAt);
  return keepReading(tx, making, shelf, { order, readAt: plan.placedAt ? at : soon(order.updatedAt), at });
}

export function keepReading(
  tx: Executor,
  { deps, scope }: Making,
  { store }: Shelf,
  reading: { order: ChannelOrder; readAt: string; at: string },
): Promise<string | undefined> {
  const ports = { match: matchVariants, onNewOrders: async () => undefined };
  return saveOrder(tx, quiet(deps), ports, scope, { storeId: store.store_id, mode: store.mode }, reading);
}

/** The orders of a chunk that are here, with those of their lines that wait. */
export async function readChunk({ deps, scope }: Making, chunk: readonly Sold[]): Promise<Waiting[]> {
  return deps.db.read(scope, async (ex) => {
    const known = await ordersOf(ex, scope, chunk);
    const ids = [...known.values()].map((order) => order.order_id);
    const lines = Map.groupBy(await findLines(ex, scope.workplaceId, ids), (line) => line.order_id);
    return [...known].map(([sold, order]) => ({
      sold,
      order,
      lines: (lines.get(order.order_id) ?? []).filter((line) => line.state === 'ready'),
    }));
  });
}

import { ConnectorError, type SupplierOrder } from '@quayside/connector-kit';
import { AppError, newId, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { type Connection, findConnections, withSupplier } from '../../connections/index.ts';
import {
  findLines,
  type LineRow,
  lockOrder,
  mustKnowOrders,
  type OrderRow,
  PLACEABLE,
  patchLines,
  piecesToBuy,
} from '../../orders/index.ts';
import { findLostOrder, type LostRow, lockLostOrder, settleLost } from '../lost-repo.ts';
import { claimPlacing } from '../place-repo.ts';
import { findByRemote, insertPurchases, linesOfPurchases } from '../repo.ts';
import { coveredLines, type RecordedLine } from '../rules/lost-order.ts';
import { getBuyOrder } from './gather.ts';
import type { PlaceTools } from './place-supplier-order.ts';
import { recordPlacing } from './record-placing.ts';
import { settleOrders } from './settle-orders.ts';

const orderNo = (lost: LostRow): string => lost.order_number ?? lost.source_order_no;

/** Throws if someone else settled it first, with the outcome. */
export function refuseSettled(lost: LostRow): void {
  const params = { number: orderNo(lost) };
  if (lost.settled_as === 'dismissed') throw new AppError('BAD_REQUEST', 'UNRECORDED_DISMISSED', { params });
  if (lost.settled_as === 'recorded' || lost.is_recorded)
    throw new AppError('BAD_REQUEST', 'UNRECORDED_RECORDED', { params });
}

/** Reads its current state at the supplier. Throws if it is gone or can't be read. */
async function readRemote(deps: Deps, here: WorkplaceScope, lost: LostRow): Promise<SupplierOrder> {
  try {
    const remote = await withSupplier(deps, here, { connectionId: lost.connection_id }, ({ connector, ctx }) =>
      connector.getOrder(ctx, lost.source_order_no),
    );
    if (!remote || remote.state === 'cancelled')
      throw new AppError('BAD_REQUEST', remote ? 'UNRECORDED_CANCELLED' : 'UNRECORDED_GONE', {
        params: { number: orderNo(lost) },
      });
    return remote;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new AppError('BAD_REQUEST', 'SYNC_FAILED', { cause: error });
  }
}

/** Why none of an order's lines can be recorded. */
function nothingCovered(order: OrderRow, lines: readonly LineRow[], lost: LostRow): AppError {
  const params = { order: order.name, number: orderNo(lost) };
  const same = lines.filter((line) => lost.lines.some((one) => one.variant === line.source_variant_id));
  if (same.some((line) => line.state === 'placing'))
    return new AppError('BAD_REQUEST', 'UNRECORDED_PLACING', { params });
  const bought = same.find((line) => line.source_order_no !== null);
  if (bought)
    return new AppError('BAD_REQUEST', 'UNRECORDED_BOUGHT', {
      params: { ...params, other: bought.source_order_no ?? '' },
    });
  return new AppError('BAD_REQUEST', 'UNRECORDED_NO_LINES', { params });
}

/** Writes the purchase as if placing had found it by its reference; recordPlacing does the rest. */
async function writePurchase(
  tx: Executor,
  { deps, patience }: PlaceTools,
  here: WorkplaceScope,
  found: {
    order: OrderRow;
    lines: readonly LineRow[];
    covered: readonly RecordedLine[];
    lost: LostRow;
    connection: Connection;
    remote: SupplierOrder;
  },
): Promise<string> {
  const { workplaceId } = here;
  const { order, covered, lost, connection, remote } = found;
  const id = newId();
  const [taken] = await findByRemote(tx, workplaceId, lost.connection_id, [lost.reference], []);
  await insertPurchases(
    tx,
    workplaceId,
    [
      {
        supplier_order_id: id,
        order_id: order.order_id,
        connection_id: lost.connection_id,
        supplier: connection.supplier,
        mode: order.mode,
        // A failed purchase may have the same reference; from here on the supplier's number is used.
        reference: taken ? `${lost.reference}-${id.slice(-4)}` : lost.reference,
        payer: connection.payer,
        shipping_method: null,
        shipping_quote: null,
        address: getBuyOrder(order).address,
        currency: remote.total.currency,
        quoted_items: null,
        quoted_shipping: null,
        placement_id: newId(),
        pay_automatically: false,
        // Its payment is looked up before any is made.
        ask_first: true,
      },
    ],
    covered.flatMap(({ line_id, quantity }) => {
      const line = found.lines.find((one) => one.line_id === line_id);
      if (!line) return [];
      return [
        {
          supplier_order_id: id,
          line_id,
          order_id: order.order_id,
          source_product_id: line.source_product_id ?? '',
          source_variant_id: line.source_variant_id ?? '',
          sku: line.source_sku ?? '',
          quantity,
          pieces_per_unit: line.pieces_per_unit,
          unit_cost: line.unit_cost,
        },
      ];
    }),
  );
  await patchLines(
    tx,
    workplaceId,
    covered.map(({ line_id }) => ({
      order_id: order.order_id,
      line_id,
      state: 'placing' as const,
      block: null,
      supplier_order_id: id,
      source_order_no: null,
    })),
  );
  const token = newId();
  const [claim] = await claimPlacing(tx, workplaceId, [id], token, patience, null);
  if (!claim) throw new Error('inserted supplier order not found');
  const lines = await linesOfPurchases(tx, workplaceId, [id]);
  await recordPlacing(tx, deps, here, [{ claim, lines, token, result: { remote } }]);
  await markOpenWork(tx, here);
  // The order's current needs differ from the purchase: the line says so until a person has reviewed it.
  const differing = covered.filter((line) => line.differs);
  if (differing.length > 0) {
    await patchLines(
      tx,
      workplaceId,
      differing.map(({ line_id }) => {
        const title = found.lines.find((line) => line.line_id === line_id)?.title ?? '';
        return { order_id: order.order_id, line_id, block: { key: 'ORDER_LINE_CHANGED', params: { title } } };
      }),
    );
    await settleOrders(tx, deps, here, [order]);
  }
  return id;
}

/**
 * Records a supplier order from after a backup as the purchase of an order's open lines. `orderId`: the order, if the
 * reference doesn't identify it; throws if it was settled or its lines were bought meanwhile.
 */
export async function recordLostOrder(
  tools: PlaceTools,
  here: WorkplaceScope,
  lostOrderId: string,
  orderId: string | undefined,
): Promise<{ orderId: string; supplierOrderId: string }> {
  const { deps } = tools;
  const { workplaceId } = here;
  const { known, connection } = await deps.db.read(here, async (ex) => {
    const known = await findLostOrder(ex, workplaceId, lostOrderId);
    if (!known) throw notFoundField('unrecorded_id', 'UNRECORDED_NOT_FOUND');
    if (orderId) await mustKnowOrders(ex, workplaceId, [orderId], 'order_id');
    const [connection] = await findConnections(ex, workplaceId, [known.connection_id]);
    return { known, connection };
  });
  refuseSettled(known);
  if (known.order_id && orderId && orderId !== known.order_id)
    throw new AppError('BAD_REQUEST', 'UNRECORDED_OF_ANOTHER', { params: { number: orderNo(known) } });
  const wanted = known.order_id ?? orderId;
  if (!wanted) throw new AppError('BAD_REQUEST', 'UNRECORDED_NO_ORDER', { params: { number: orderNo(known) } });
  const remote = await readRemote(deps, here, known);
  return deps.db.tenant(here, async (tx) => {
    const order = await lockOrder(tx, workplaceId, wanted);
    if (!order || !connection) throw notFoundField('order_id', 'OrderDetailNotFound');
    const lost = await lockLostOrder(tx, workplaceId, lostOrderId);
    if (!lost) throw notFoundField('unrecorded_id', 'UNRECORDED_NOT_FOUND');
    refuseSettled(lost);
    if (order.mode !== connection.mode)
      throw new AppError('BAD_REQUEST', 'SANDBOX_AND_LIVE_MIXED', { params: { name: connection.label } });
    const lines = await findLines(tx, workplaceId, [order.order_id]);
    const bought = remote.lines
      .filter((line) => line.state !== 'refused')
      .map((line) => ({ variant: line.sourceVariantId, quantity: line.quantity }));
    const covered = order.cancelled_at
      ? []
      : coveredLines(
          connection.supplier,
          bought,
          lines.map((line) => ({ ...line, wanted: piecesToBuy(line) })),
          (state) => PLACEABLE.includes(state),
        );
    if (covered.length === 0) throw nothingCovered(order, lines, lost);
    const supplierOrderId = await writePurchase(tx, tools, here, { order, lines, covered, lost, connection, remote });
    await settleLost(tx, workplaceId, lostOrderId, { kind: 'recorded', supplierOrderId, orderId: order.order_id });
    await publish(tx, workplaceId, 'orders', [order.order_id]);
    return { orderId: order.order_id, supplierOrderId };
  });
}

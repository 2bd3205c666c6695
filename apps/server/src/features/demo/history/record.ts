import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { insertPastShipments, type PastShipment } from '../../fulfilment/index.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import {
  addEvents,
  type LinePatch,
  type LineRow,
  lockOrders,
  type NewEvent,
  type Purchase,
  patchLines,
  refreshOrders,
} from '../../orders/index.ts';
import { insertPastPurchases, type PurchaseLineRow } from '../../purchasing/index.ts';
import type { Bought } from './buy.ts';
import { type Making, quiet } from './making.ts';
import { keepReading, soon } from './take-in.ts';

/** Who did it, as the timeline names them. */
export interface Names {
  owner: string;
  buyer: string;
}

const shipmentOf = ({ lines, order, row, sold: { kept, plan } }: Bought): PastShipment[] => {
  const { parcel } = plan;
  if (!parcel) return [];
  return [
    {
      shipment_id: newId(),
      order_id: order.order_id,
      store_id: order.store_id,
      supplier_order_id: row.supplier_order_id,
      source: row.supplier,
      source_order_no: row.order_number,
      remote_parcel_id: parcel.id,
      carrier: parcel.carrier,
      tracking_number: parcel.number,
      state: parcel.state,
      shipped_at: parcel.leftAt,
      delivered_at: parcel.state === 'delivered' ? (parcel.events.at(-1)?.at ?? null) : null,
      external_fulfillment_id: kept.fulfillmentIds[0] ?? null,
      lines: lines.map((line) => ({
        line_id: line.line_id,
        quantity: line.quantity * line.pieces_per_unit,
        pieces_per_unit: line.pieces_per_unit,
        units: line.quantity,
      })),
      events: parcel.events,
    },
  ];
};

/** Moves the lines of what was bought to where they are, one allowed step after the other. */
async function moveLines(tx: Executor, workplaceId: string, bought: readonly Bought[]): Promise<void> {
  const step = (
    state: LineRow['state'],
    of: readonly Bought[],
    more: (one: Bought) => Partial<LinePatch> = () => ({}),
  ) =>
    patchLines(
      tx,
      workplaceId,
      of.flatMap((one) =>
        one.lines.map((line) => ({ order_id: line.order_id, line_id: line.line_id, state, ...more(one) })),
      ),
    );
  await step('placing', bought, ({ row }) => ({ supplier_order_id: row.supplier_order_id }));
  await step('placed', bought, ({ row }) => ({ source_order_no: row.order_number }));
  const left = bought.filter(({ sold }) => sold.plan.parcel);
  await step('shipped', left);
  await step(
    'delivered',
    left.filter(({ sold }) => sold.plan.parcel?.state === 'delivered'),
  );
}

function eventsOf({ lines, order, row, sold: { plan } }: Bought, names: Names): NewEvent[] {
  const supplier = connectorLabel(row.supplier);
  const number = row.order_number ?? '';
  const of = { orderId: order.order_id };
  const { parcel } = plan;
  const parcelParams = { carrier: parcel?.carrier ?? '', number: parcel?.number ?? '', pieces: lines.length };
  const actor = plan.byBuyer ? names.buyer : names.owner;
  const amount = `${((row.total_cost ?? 0) / 100).toFixed(2)} USD`;
  const events: NewEvent[] = [
    { ...of, kind: 'created_to_supplier', params: { supplier, number }, actor, at: plan.placedAt ?? plan.at },
  ];
  if (plan.paidAt) events.push({ ...of, kind: 'ordered', params: { supplier, number, amount }, at: plan.paidAt });
  if (parcel) events.push({ ...of, kind: 'shipped', params: parcelParams, at: parcel.leftAt });
  const last = parcel?.events.at(-1);
  if (last?.state === 'delivered') events.push({ ...of, kind: 'delivered', params: parcelParams, at: last.at });
  return events;
}

/** What suppliers, carriers and the store did with what was bought. */
export async function record(tx: Executor, making: Making, bought: readonly Bought[], names: Names): Promise<void> {
  const { deps, scope } = making;
  const { workplaceId } = scope;
  const ids = bought.map((one) => one.order.order_id);
  await lockOrders(tx, workplaceId, ids);
  const purchaseLines = bought.flatMap(({ lines, row }): PurchaseLineRow[] =>
    lines.map((line) => ({
      supplier_order_id: row.supplier_order_id,
      line_id: line.line_id,
      order_id: line.order_id,
      source_product_id: line.source_product_id ?? '',
      source_variant_id: line.source_variant_id ?? '',
      sku: line.source_sku ?? '',
      quantity: line.quantity * line.pieces_per_unit,
      pieces_per_unit: line.pieces_per_unit,
      unit_cost: line.unit_cost,
    })),
  );
  await insertPastPurchases(
    tx,
    workplaceId,
    bought.map((one) => one.row),
    purchaseLines,
  );
  await moveLines(tx, workplaceId, bought);
  await insertPastShipments(tx, workplaceId, bought.flatMap(shipmentOf));
  await addEvents(
    tx,
    workplaceId,
    bought.flatMap((one) => eventsOf(one, names)),
  );
  for (const { sold } of bought) {
    const readAt = soon(sold.told.updatedAt);
    await keepReading(tx, making, sold.shelf, { order: sold.told, readAt, at: readAt });
  }
  const purchases = bought.map(
    ({ row }): Purchase => ({
      order_id: row.order_id,
      state: 'placed',
      pay_state: row.paid_at ? 'paid' : 'unpaid',
      items: row.items_cost,
      shipping: row.shipping_cost,
      total: row.total_cost,
      currency: row.currency,
    }),
  );
  await refreshOrders(tx, quiet(deps), scope, await lockOrders(tx, workplaceId, ids), purchases);
  await notify(tx, workplaceId, bought.flatMap(troubleOf));
}

function troubleOf({ order, sold }: Bought): NotificationEvent[] {
  const { parcel } = sold.plan;
  const event = parcel?.events.find(({ state }) => state === 'exception' || state === 'delivery_failure');
  if (!parcel || !event) return [];
  const { carrier, id, number } = parcel;
  const subject = { id, name: number };
  return [{ kind: 'parcel_trouble', orderId: order.order_id, subject, params: { carrier, number }, at: event.at }];
}

import { newId } from '@quayside/kernel';
import type { Connection } from '../../connections/index.ts';
import { effectiveAddress, type LineRow, type OrderRow } from '../../orders/index.ts';
import { getPaymentReference, type PastPurchase, referenceFor } from '../../purchasing/index.ts';
import { ensureInstallation, insertPastOrders, type PastOrderResult, WarehouseRefusal } from '../../warehouse/index.ts';
import type { Making, Sold, Waiting } from './making.ts';

const SERVICE = 'Quayside Standard';

/** What was bought for an order, and its money. */
export interface Bought {
  order: OrderRow;
  lines: LineRow[];
  sold: Sold;
  row: PastPurchase;
  remote: PastOrderResult;
}

/** Buys the chunk's orders at our warehouse, as of the times planned. */
export async function buy(making: Making, connection: Connection, found: readonly Waiting[]): Promise<Bought[]> {
  const { deps, scope, warehouseKey } = making;
  const customer = await ensureInstallation(deps.db, {
    name: 'This installation',
    mode: 'sandbox',
    role: 'client',
    key: warehouseKey,
  });
  const wanted = found.flatMap((one) => {
    const { placedAt } = one.sold.plan;
    return placedAt && one.lines.length > 0 ? [{ ...one, placedAt }] : [];
  });
  const past = wanted.map(({ lines: own, order, placedAt, sold: { plan, shelf } }) => {
    const reference = referenceFor({
      workplaceId: scope.workplaceId,
      platform: shelf.store.platform,
      domain: shelf.store.platform_domain,
      externalOrderId: order.external_order_id,
      externalLineIds: own.map((line) => line.external_line_id),
      round: 0,
    });
    const address = effectiveAddress(order.address, null);
    return {
      order: {
        reference,
        account: connection.connection_id,
        orderName: order.name,
        address,
        shippingService: SERVICE,
        lines: own.map((line) => ({
          ref: line.line_id,
          variantId: line.source_variant_id ?? '',
          quantity: line.quantity,
        })),
      },
      at: placedAt,
      ...(plan.paidAt ? { paid: { at: plan.paidAt, reference: getPaymentReference(reference, 1) } } : {}),
      ...(plan.packedAt ? { packedAt: plan.packedAt } : {}),
      ...(plan.parcel
        ? {
            parcel: {
              parcelId: plan.parcel.id,
              carrier: plan.parcel.carrier,
              trackingNumber: plan.parcel.number,
              state: plan.parcel.state,
              shippedAt: plan.parcel.leftAt,
              events: plan.parcel.events,
            },
          }
        : {}),
    };
  });
  const kept = await insertPastOrders(deps.db, customer, past);
  return wanted.flatMap(({ lines: own, order, placedAt, sold: one }, index) => {
    const remote = kept[index];
    const asked = past[index]?.order;
    if (!remote || !asked || remote instanceof WarehouseRefusal) {
      deps.log.warn({ order: order.name, reason: String(remote) }, 'a past order could not be bought');
      return [];
    }
    const { parcel, paidAt } = one.plan;
    const state =
      parcel?.state === 'delivered'
        ? 'delivered'
        : parcel
          ? 'shipped'
          : one.plan.packedAt
            ? 'processing'
            : paidAt
              ? 'paid'
              : 'created';
    const row: PastPurchase = {
      supplier_order_id: newId(),
      order_id: order.order_id,
      connection_id: connection.connection_id,
      supplier: connection.supplier,
      mode: order.mode,
      reference: asked.reference,
      payer: connection.payer,
      source_order_no: remote.orderId,
      order_number: `QW-${remote.number}`,
      shipping_method: SERVICE,
      address: asked.address,
      currency: 'USD',
      items_cost: remote.itemsCost,
      shipping_cost: remote.shippingCost,
      total_cost: remote.itemsCost + remote.shippingCost,
      placement_id: newId(),
      payment_reference: paidAt ? getPaymentReference(asked.reference, 1) : null,
      payment_id: remote.paymentId,
      remote_state: state,
      placed_at: placedAt,
      paid_at: paidAt ?? null,
      shipped_at: parcel?.leftAt ?? null,
    };
    return [{ order, lines: own, sold: one, row, remote }];
  });
}

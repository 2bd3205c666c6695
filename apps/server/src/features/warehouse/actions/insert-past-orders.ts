import { newId } from '@quayside/kernel';
import type { Db } from '../../../db/index.ts';
import { moveStock } from '../goods-repo.ts';
import { datePurchases, insertPastParcels, insertPastPayments, type PastParcel, readPlaced } from '../history-repo.ts';
import type { Installation } from '../installation-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { type PlaceOrder, placeOrders } from './place-order.ts';

/** An order that a customer placed earlier. Each parcel holds all of it. Times are ISO-8601 UTC. */
export interface PastOrder {
  order: PlaceOrder;
  at: string;
  /** Absent: not paid. */
  paid?: { at: string; reference: string };
  /** When it was packed; absent: not yet. */
  packedAt?: string;
  parcel?: Omit<PastParcel, 'orderId'>;
}

export interface PastOrderResult {
  orderId: string;
  number: number;
  itemsCost: number;
  shippingCost: number;
  paymentId: string | null;
}

/**
 * Writes orders as of the times given, at the prices of today; their pieces are back on the shelves. No webhook is sent. Repeating it
 * changes nothing. What the warehouse could not have sent is returned as its refusal.
 */
export const insertPastOrders = (
  db: Db,
  customer: Installation,
  past: readonly PastOrder[],
): Promise<(PastOrderResult | WarehouseRefusal)[]> =>
  db.global(async (tx) => {
    const placed = await placeOrders(
      tx,
      customer,
      past.map((one) => one.order),
    );
    const good = past.flatMap((one, index) => {
      const orderId = placed[index];
      return typeof orderId === 'string' ? [{ ...one, orderId }] : [];
    });
    const rows = new Map(
      (
        await readPlaced(
          tx,
          good.map((one) => one.orderId),
        )
      ).map((row) => [row.order_id, row]),
    );
    const fresh = good.filter((one) => rows.get(one.orderId)?.state === 'created');
    await moveStock(
      tx,
      fresh.flatMap((one) => one.order.lines.map((line) => ({ variant_id: line.variantId, quantity: -line.quantity }))),
    );
    const payments = fresh.flatMap(({ orderId, paid }) => {
      const row = rows.get(orderId);
      if (!paid || !row) return [];
      return [{ payment_id: newId(), order_id: orderId, amount: row.items_cost + row.shipping_cost, ...paid }];
    });
    await insertPastPayments(tx, payments);
    await insertPastParcels(
      tx,
      fresh.flatMap(({ orderId, parcel }) => (parcel ? [{ ...parcel, orderId }] : [])),
    );
    await datePurchases(
      tx,
      fresh.map(({ at, orderId, packedAt, paid, parcel }) => ({
        order_id: orderId,
        created_at: at,
        paid_at: paid?.at ?? null,
        is_packed: packedAt !== undefined || parcel !== undefined,
        is_shipped: parcel !== undefined,
        is_delivered: parcel?.state === 'delivered',
        updated_at: parcel?.events.at(-1)?.at ?? packedAt ?? paid?.at ?? at,
      })),
    );
    const paidNow = new Map(payments.map((one) => [one.order_id, one.payment_id]));
    return placed.map((one) => {
      if (one instanceof WarehouseRefusal) return one;
      const row = rows.get(one);
      if (!row) throw new Error(`past order ${one} not found`);
      return {
        orderId: one,
        number: row.number,
        itemsCost: row.items_cost,
        shippingCost: row.shipping_cost,
        paymentId: paidNow.get(one) ?? row.payment_id,
      };
    });
  });

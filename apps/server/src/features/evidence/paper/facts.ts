import type { Shipment, SupplierOrderView, TimelineEvent } from '@quayside/contracts';
import type { LineRow, OrderRow } from '../../orders/index.ts';
import type { RequestForEvidence } from '../../purchasing/index.ts';

/** A photo or product picture of the evidence. */
export interface EvidencePicture {
  /** Path in the ZIP. */
  path: string;
  caption: string;
  bytes: Uint8Array;
}

/** Everything that evidence is made of. */
export interface EvidenceFacts {
  order: OrderRow;
  storeName: string;
  lines: readonly LineRow[];
  supplierOrders: readonly SupplierOrderView[];
  shipments: readonly Shipment[];
  requests: readonly RequestForEvidence[];
  /** Oldest first. */
  timeline: readonly TimelineEvent[];
  photos: readonly EvidencePicture[];
  products: readonly EvidencePicture[];
  /** Names of pictures that couldn't be read. */
  leftOut: readonly string[];
  createdAt: string;
}

/** The same facts for machines: evidence.json. Amounts are in minor units with their currency. */
export const toJson = (facts: EvidenceFacts): object => {
  const { order } = facts;
  return {
    format: 'quayside-evidence/1',
    created_at: facts.createdAt,
    order: {
      name: order.name,
      id_at_store: order.external_order_id,
      store: facts.storeName,
      placed_at: order.placed_at,
      note: order.note,
      items: facts.lines.map((line) => ({
        id: line.line_id,
        title: line.title,
        variant: line.variant_title,
        sku: line.sku,
        quantity: line.quantity,
      })),
    },
    supplier_orders: facts.supplierOrders.map((one) => ({
      supplier: one.source,
      number: one.order_no,
      reference: one.reference,
      /** Of several orders: all names. Items and costs are those of this order. */
      combined_orders: one.combined_orders.map((each) => each.name),
      placed_at: one.placed_at,
      paid_at: one.paid_at,
      items: one.line_items.map(({ id, quantity, unit_cost, claim_until }) => ({
        id,
        quantity,
        unit_cost,
        claim_until,
      })),
      items_cost: one.items_cost,
      shipping_cost: one.shipping_cost,
      total_cost: one.total_cost,
    })),
    parcels: facts.shipments.map((one) => ({
      carrier: one.carrier,
      number: one.tracking_number,
      state: one.state,
      shipped_at: one.shipped_at,
      delivered_at: one.delivered_at,
      items: one.line_items.map(({ id, quantity }) => ({ id, quantity })),
      events: one.events,
    })),
    claims: facts.requests.map((one) => ({
      type: one.type,
      reason: one.reason,
      state: one.state,
      amount: one.type === 'refund' ? { amount: one.amount, currency: one.currency } : null,
      description: one.description,
      answer: one.answer,
      items: one.lines,
      created_at: one.created_at,
    })),
    history: facts.timeline.map(({ at, kind, text, actor }) => ({ at, kind, text, by: actor })),
    photos: facts.photos.map((one) => one.path),
    product_pictures: facts.products.map((one) => one.path),
    left_out: facts.leftOut,
  };
};

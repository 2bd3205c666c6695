import { type Executor, sql } from '../../../db/index.ts';
import type { ShipmentRow } from '../tables.ts';

/** A parcel with one of an order's lines. */
export interface Delivery
  extends Pick<ShipmentRow, 'order_id' | 'supplier_order_id' | 'state' | 'shipped_at' | 'delivered_at'> {
  line_id: string;
  quantity: number;
}

/** Where the items of some orders are, by parcel and line. */
export const findDeliveries = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<Delivery[]> =>
  ex.rows<Delivery>(sql`select s.order_id, s.supplier_order_id, s.state, s.shipped_at, s.delivered_at, l.line_id, l.quantity
    from shipment s join shipment_line l on l.workplace_id = s.workplace_id and l.shipment_id = s.shipment_id
    where s.workplace_id = ${workplaceId} and s.order_id = any(${orderIds}::uuid[])`);

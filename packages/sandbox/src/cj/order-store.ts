import type { World } from '../core/world.ts';
import { dollars, timeText } from './answer.ts';

export interface OrderRow {
  order_id: string;
  open_id: number;
  order_number: string;
  /** The order that this one was split off from. */
  parent_id: string | null;
  status: string;
  shown_status: string;
  shown_until: number;
  visible_at: number;
  ship_to: string;
  logistic: string;
  origin: string;
  product_amount: number;
  postage_amount: number;
  shipment_id: string | null;
  pay_id: string | null;
  track_number: string | null;
  track_status: number | null;
  created_ms: number;
  paid_ms: number | null;
  updated_ms: number;
  delivered_ms: number | null;
}

export interface LineRow {
  line_id: number;
  order_id: string;
  vid: string;
  quantity: number;
  price: number;
  store_line: string | null;
}

/** Whether queries may see it yet (see World.visibleAt); effects always do. */
const isShown = (row: OrderRow): boolean => row.visible_at <= Date.now();

/** What queries show as the state: the one before, while a change is still hidden. */
export const shownStatus = (row: OrderRow): string => (row.shown_until > Date.now() ? row.shown_status : row.status);

export const orderById = (world: World, orderId: string): OrderRow | undefined =>
  world.db.prepare('select * from cj_order where order_id = ?').get(orderId) as OrderRow | undefined;

/** By the customer's number of it. */
export const newestByNumber = (world: World, orderNumber: string): OrderRow | undefined =>
  world.db
    .prepare('select * from cj_order where order_number = ? and parent_id is null order by created_ms desc limit 1')
    .get(orderNumber) as OrderRow | undefined;

/** As getOrderDetail looks it up: by CJ's id, else by the customer's. Only what may be seen. */
export function seenOrder(world: World, openId: number, id: string): OrderRow | undefined {
  const row = world.db
    .prepare(
      `select * from cj_order where open_id = ?1 and (order_id = ?2 or (order_number = ?2 and parent_id is null))
       order by order_id = ?2 desc limit 1`,
    )
    .get(openId, id) as OrderRow | undefined;
  return row && isShown(row) ? row : undefined;
}

export function listedOrders(
  world: World,
  openId: number,
  ask: { status: string; page: number; size: number; ids: string[]; shipment?: string },
): { total: number; rows: OrderRow[] } {
  const rows = (
    world.db
      .prepare('select * from cj_order where open_id = ? order by created_ms desc, order_id desc')
      .all(openId) as unknown as OrderRow[]
  ).filter(
    (row) =>
      isShown(row) &&
      (ask.ids.length > 0 ? ask.ids.includes(row.order_id) : shownStatus(row) === ask.status) &&
      (ask.shipment === undefined || row.shipment_id === ask.shipment),
  );
  return { total: rows.length, rows: rows.slice((ask.page - 1) * ask.size, ask.page * ask.size) };
}

export const getLines = (world: World, orderId: string): LineRow[] =>
  world.db.prepare('select * from cj_line where order_id = ? order by line_id').all(orderId) as unknown as LineRow[];

/** Changes the state at once for effects, and for queries when the running request's effects may be seen. */
export function setStatus(world: World, row: OrderRow, status: string): void {
  const before = shownStatus(row);
  const until = Math.max(world.visibleAt('cj'), row.shown_until);
  world.db
    .prepare('update cj_order set status = ?, shown_status = ?, shown_until = ?, updated_ms = ? where order_id = ?')
    .run(status, before, until, world.clock.millis(), row.order_id);
  Object.assign(row, { status, shown_status: before, shown_until: until, updated_ms: world.clock.millis() });
}

/** The order as getOrderDetail and the list write it. */
export function orderShape(world: World, row: OrderRow, withLines: boolean): object {
  const shipTo = JSON.parse(row.ship_to) as Record<string, string | undefined>;
  const hidden = row.shown_until > Date.now();
  return {
    orderId: row.order_id,
    orderNum: row.order_number,
    platformOrderId: null,
    cjOrderId: null,
    fromCountryCode: row.origin,
    shippingCountryCode: shipTo.shippingCountryCode,
    shippingProvince: shipTo.shippingProvince,
    shippingCity: shipTo.shippingCity,
    shippingPhone: shipTo.shippingPhone ?? null,
    shippingAddress: shipTo.shippingAddress,
    shippingCustomerName: shipTo.shippingCustomerName,
    remark: shipTo.remark ?? null,
    orderWeight: 0,
    orderStatus: shownStatus(row),
    orderAmount: dollars(row.product_amount + row.postage_amount),
    productAmount: dollars(row.product_amount),
    postageAmount: dollars(row.postage_amount),
    logisticName: row.logistic,
    trackNumber: row.track_number,
    trackingUrl: row.track_number ? `https://cjpacket.com/?trackingNumber=${row.track_number}` : null,
    createDate: timeText(row.created_ms),
    paymentDate: hidden ? null : timeText(row.paid_ms),
    isComplete: 1,
    productList: withLines
      ? getLines(world, row.order_id).map((line) => ({
          vid: line.vid,
          quantity: line.quantity,
          sellPrice: dollars(line.price),
          podPropertiesInfo: null,
          lineItemId: `25${String(line.line_id).padStart(17, '0')}`,
          storeLineItemId: line.store_line,
        }))
      : null,
  };
}

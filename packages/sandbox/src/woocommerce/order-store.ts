import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import type { Meta } from './product-store.ts';
import type { Shops } from './shops.ts';

export const ORDER_STATUSES = [
  'auto-draft',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number] | 'trash';

export interface Address {
  first_name: string;
  last_name: string;
  company: string;
  address_1: string;
  address_2: string;
  city: string;
  state: string;
  postcode: string;
  country: string;
  phone: string;
  email?: string;
}

export interface Line {
  id: number;
  name: string;
  parentName: string | null;
  productId: number;
  variationId: number;
  quantity: number;
  /** Decimal texts with the currency's decimals. */
  subtotal: string;
  total: string;
  sku: string;
  imageId: number;
  chosen: { name: string; option: string }[];
}

export interface OrderDoc {
  currency: string;
  billing: Address;
  shipping: Address;
  lines: Line[];
  shippingTitle: string;
  shippingTotal: string;
  /** Fee lines; absent in orders from before fees were known. Amounts without tax, below zero for a reduction. */
  fees?: { id: number; name: string; total: string }[];
  /** Tax on goods, shipping and fees, in percent, as the shop's settings had it. */
  taxPercent?: number;
  customerNote: string;
  paymentMethodTitle: string;
  datePaid: number | null;
  dateCompleted: number | null;
  createdVia: string;
  meta: Meta[];
  /** What a plug-in makes REST tell instead: paths of the answer ("line_items.0.quantity") and their values. */
  distorted?: Record<string, unknown>;
}

export interface Order {
  shop: string;
  id: number;
  status: OrderStatus;
  created: number;
  modified: number;
  visibleAt: number;
  doc: OrderDoc;
}

export interface Refund {
  id: number;
  orderId: number;
  created: number;
  amount: string;
  reason: string;
  /** The payment gateway paid it back. */
  isPaidBack?: boolean;
  meta: Meta[];
  lines: { itemId: number; quantity: number; total: string }[];
}

export interface Note {
  id: number;
  created: number;
  customerNote: boolean;
  note: string;
  /** Absent: the system. */
  author?: string;
}

export interface OrderStore {
  get(shop: string, id: number): Order | undefined;
  /** Writes an order; a change of status writes WooCommerce's own note about it. */
  save(order: Order): Order;
  /** Deletes an order for good, with its notes and refunds. */
  remove(shop: string, id: number): void;
  /** As one that writes to the database and not through WooCommerce: the times stay as they are given. */
  write(order: Order): Order;
  select(shop: string, where: string, values: (string | number)[], tail: string): Order[];
  count(shop: string, where: string, values: (string | number)[]): number;
  refunds(shop: string, orderId: number, hidden?: boolean): Refund[];
  /** Those of all orders. */
  refundsOf(shop: string): Refund[];
  addRefund(shop: string, refund: Omit<Refund, 'id' | 'created'>, created?: number): Refund;
  /** `hidden`: also those whose effect queries show only later. */
  notes(shop: string, orderId: number, hidden?: boolean): Note[];
  addNote(shop: string, orderId: number, note: string, customerNote: boolean, created?: number, author?: string): Note;
  /** Removes all orders of a shop, with their notes and refunds. */
  clear(shop: string): void;
}

export function createOrderStore(world: World, shops: Shops): OrderStore {
  const { db } = world;
  const toOrder = (row: Record<string, unknown>): Order => ({
    shop: String(row.shop),
    id: Number(row.id),
    status: row.status as OrderStatus,
    created: Number(row.created),
    modified: Number(row.modified),
    visibleAt: Number(row.visible_at),
    doc: JSON.parse(String(row.doc)) as OrderDoc,
  });
  const one = db.prepare('select * from woo_orders where shop = ? and id = ? and visible_at <= ?');
  const put = db.prepare(`insert into woo_orders values (?, ?, ?, ?, ?, ?, ?)
    on conflict (shop, id) do update set status = excluded.status, modified = excluded.modified, doc = excluded.doc`);
  const write = (order: Order): Order => {
    const { shop, id, status, created, modified, visibleAt, doc } = order;
    put.run(shop, id, status, created, modified, visibleAt, JSON.stringify(doc));
    return order;
  };
  return {
    write: (order) => write({ ...order, id: order.id || shops.nextId(order.shop) }),
    get(shop, id) {
      const row = one.get(shop, id, Date.now());
      return row && toOrder(row);
    },
    save(order) {
      return write({ ...order, id: order.id || shops.nextId(order.shop), modified: nowSeconds() });
    },
    remove(shop, id) {
      db.prepare('delete from woo_orders where shop = ? and id = ?').run(shop, id);
      for (const table of ['woo_notes', 'woo_refunds'])
        db.prepare(`delete from ${table} where shop = ? and order_id = ?`).run(shop, id);
    },
    select: (shop, where, values, tail) =>
      db
        .prepare(`select * from woo_orders where shop = ? and visible_at <= ? ${where} ${tail}`)
        .all(shop, Date.now(), ...values)
        .map(toOrder),
    count: (shop, where, values) =>
      Number(
        db
          .prepare(`select count(*) as n from woo_orders where shop = ? and visible_at <= ? ${where}`)
          .get(shop, Date.now(), ...values)?.n,
      ),
    refunds: (shop, orderId, hidden) =>
      db
        .prepare('select * from woo_refunds where shop = ? and order_id = ? and visible_at <= ? order by id desc')
        .all(shop, orderId, hidden ? Number.MAX_SAFE_INTEGER : Date.now())
        .map((row) => ({ ...(JSON.parse(String(row.doc)) as Refund), id: Number(row.id) })),
    refundsOf: (shop) =>
      db
        .prepare('select * from woo_refunds where shop = ? and visible_at <= ? order by id desc')
        .all(shop, Date.now())
        .map((row) => ({ ...(JSON.parse(String(row.doc)) as Refund), id: Number(row.id) })),
    addRefund(shop, input, created = nowSeconds()) {
      const refund: Refund = { ...input, id: shops.nextId(shop), created };
      db.prepare('insert into woo_refunds values (?, ?, ?, ?, ?, ?)').run(
        shop,
        refund.id,
        refund.orderId,
        refund.created,
        world.visibleAt('woocommerce'),
        JSON.stringify(refund),
      );
      return refund;
    },
    notes: (shop, orderId, hidden) =>
      db
        .prepare('select * from woo_notes where shop = ? and order_id = ? and visible_at <= ? order by id desc')
        .all(shop, orderId, hidden ? Number.MAX_SAFE_INTEGER : Date.now())
        .map((row) => ({
          id: Number(row.id),
          created: Number(row.created),
          customerNote: row.customer_note === 1,
          note: String(row.note),
          ...(row.author ? { author: String(row.author) } : {}),
        })),
    clear(shop) {
      for (const table of ['woo_orders', 'woo_notes', 'woo_refunds'])
        db.prepare(`delete from ${table} where shop = ?`).run(shop);
    },
    addNote(shop, orderId, note, customerNote, created = nowSeconds(), author = undefined) {
      const made: Note = { id: shops.nextId(shop), created, note, customerNote, ...(author ? { author } : {}) };
      db.prepare('insert into woo_notes values (?, ?, ?, ?, ?, ?, ?, ?)').run(
        shop,
        made.id,
        orderId,
        made.created,
        customerNote ? 1 : 0,
        note,
        world.visibleAt('woocommerce'),
        author ?? null,
      );
      return made;
    },
  };
}

import type { SandboxClient } from '@quayside/testing/sandbox-client.ts';
import type { Installation } from './installation.ts';
import type { ProviderPayment } from './own-books.ts';
import { type Purchase, SHOPS } from './shop-world.ts';

export interface Line {
  sku: string;
  quantity: number;
}

/** A shopper's order as the store has it in its own books. */
export interface StoreOrder {
  key: string;
  lines: (Line & { id: string })[];
  isFulfilled: boolean;
  /** Parcels that the store was told of: tracking number, and pieces by the store's line. */
  parcels: { number: string; pieces: Map<string, number> }[];
  /** How often the shopper was written to about a tracking number. */
  notices: string[];
}

/** An order as a supplier has it in his own books. Cents. */
export interface SupplierRecord {
  supplier: 'quayside' | 'cj';
  id: string;
  shopper: number;
  cancelled: boolean;
  total: number;
  lines: Line[];
  payments: number[];
  refunds: number[];
  parcels: string[];
}

export const keyOf = ({ platform, orderId }: Purchase): string => `${platform} ${orderId.split('/').at(-1)}`;

interface WooBook {
  orders: {
    id: number;
    status: string;
    lines: { id: number; sku: string; quantity: number }[];
    parcels: unknown[];
    shipmentTracking: { tracking_number: string }[];
    customerNotes: string[];
  }[];
}
interface WooParcel {
  number: string;
  lines: { externalLineId: string; quantity: number }[];
}

async function wooOrders(sandbox: SandboxClient): Promise<StoreOrder[]> {
  const { orders } = await sandbox.book<WooBook>('woocommerce', `?shop=${SHOPS.woocommerce}`);
  return orders.map((order) => ({
    key: `woocommerce ${order.id}`,
    lines: order.lines.map((line) => ({ ...line, id: String(line.id) })),
    isFulfilled: order.status === 'completed',
    parcels: order.parcels.map((value) => {
      const parcel = (typeof value === 'string' ? JSON.parse(value) : value) as WooParcel;
      return {
        number: parcel.number,
        pieces: new Map(parcel.lines.map((line) => [line.externalLineId, line.quantity])),
      };
    }),
    notices: [...order.customerNotes, ...order.shipmentTracking.map((item) => `list ${item.tracking_number}`)],
  }));
}

interface ShopifyBook {
  shops: {
    orders: {
      id: string;
      fulfillmentStatus: string;
      lines: { id: string; sku: string; quantity: number }[];
      fulfillments: { status: string; tracking: unknown; lines: { lineId: string; quantity: number }[] }[];
    }[];
  }[];
}

/** The number of a fulfilment's tracking entries, whatever their shape. */
const trackingNumber = (tracking: unknown): string => {
  const first = (Array.isArray(tracking) ? tracking[0] : tracking) as { number?: string } | undefined;
  return first?.number ?? '';
};

async function shopifyOrders(sandbox: SandboxClient): Promise<StoreOrder[]> {
  const { shops } = await sandbox.book<ShopifyBook>('shopify', `?shop=${SHOPS.shopify}`);
  return shops.flatMap(({ orders }) =>
    orders.map((order) => ({
      key: `shopify ${order.id.split('/').at(-1)}`,
      lines: order.lines,
      isFulfilled: order.fulfillmentStatus === 'FULFILLED',
      parcels: order.fulfillments
        .filter((one) => one.status === 'SUCCESS')
        .map((one) => ({
          number: trackingNumber(one.tracking),
          pieces: new Map(one.lines.map((line) => [line.lineId, line.quantity])),
        })),
      notices: [],
    })),
  );
}

/** Both stores' own books, by the store's number of the order. */
export async function storeBooks(sandbox: SandboxClient): Promise<Map<string, StoreOrder>> {
  const all = [...(await wooOrders(sandbox)), ...(await shopifyOrders(sandbox))];
  return new Map(all.map((order) => [order.key, order]));
}

const shopperIn = (address: string): number => Number(/^(\d+) Drill Street/.exec(address)?.[1] ?? -1);

/** Payments of orders that were paid before, which the warehouse itself refuses and its gateway keeps. */
interface GatewayBook {
  secondPayments: { orderId: string }[];
}

async function warehouseRecords(
  quayside: Installation,
  second: GatewayBook['secondPayments'],
): Promise<SupplierRecord[]> {
  const rows = await quayside.rows<{
    id: string;
    address1: string;
    state: string;
    total: string;
    lines: Line[];
    payments: number[];
    refunds: number[];
    parcels: string[];
  }>(`select o.order_id as id, o.address ->> 'address1' as address1, o.state, o.items_cost + o.shipping_cost as total,
      (select jsonb_agg(jsonb_build_object('sku', v.sku, 'quantity', l.quantity)) from warehouse.purchase_line l
        join warehouse.variant v using (variant_id) where l.order_id = o.order_id) as lines,
      (select coalesce(jsonb_agg(p.amount), '[]') from warehouse.payment p where p.order_id = o.order_id and p.kind = 'payment') as payments,
      (select coalesce(jsonb_agg(p.amount), '[]') from warehouse.payment p where p.order_id = o.order_id and p.kind = 'refund') as refunds,
      (select coalesce(jsonb_agg(c.tracking_number), '[]') from warehouse.parcel c where c.order_id = o.order_id) as parcels
    from warehouse.purchase o`);
  return rows.map((row) => ({
    supplier: 'quayside',
    id: row.id,
    shopper: shopperIn(row.address1),
    cancelled: row.state === 'cancelled',
    total: Number(row.total),
    lines: row.lines,
    payments: [...row.payments, ...second.filter((one) => one.orderId === row.id).map(() => Number(row.total))],
    refunds: row.refunds,
    parcels: row.parcels,
  }));
}

export interface CjBook {
  accounts: { api_key: string; balance: number }[];
  orders: {
    orderId: string;
    orderNumber: string;
    status: string;
    amount: number;
    shipTo: { shippingAddress: string };
    lines: Line[];
    parcels: { number: string }[];
  }[];
  payments: { orderId: string; amount: number }[];
  refunds: { orderId: string; amount: number }[];
}

const cjRecords = ({ orders, payments, refunds }: CjBook): SupplierRecord[] =>
  orders.map((order) => ({
    supplier: 'cj',
    id: order.orderId,
    shopper: shopperIn(order.shipTo.shippingAddress),
    cancelled: order.status === 'CANCELLED',
    total: order.amount,
    lines: order.lines,
    payments: payments.filter((one) => one.orderId === order.orderId).map((one) => one.amount),
    refunds: refunds.filter((one) => one.orderId === order.orderId).map((one) => one.amount),
    parcels: order.parcels.map((parcel) => parcel.number),
  }));

/** Both suppliers' own books. */
export async function supplierBooks(quayside: Installation, sandbox: SandboxClient): Promise<SupplierRecord[]> {
  const { secondPayments } = await sandbox.book<GatewayBook>('quayside');
  return [...(await warehouseRecords(quayside, secondPayments)), ...cjRecords(await sandbox.book<CjBook>('cj'))];
}

/** What CJ holds for us, in cents. */
export async function cjBalance(sandbox: SandboxClient): Promise<number> {
  const { accounts } = await sandbox.book<CjBook>('cj');
  return accounts.reduce((sum, account) => sum + account.balance, 0);
}

/** The payments that the payment provider took, by the checkout that they were made in. */
export async function providerPayments(sandbox: SandboxClient): Promise<ProviderPayment[]> {
  return (await sandbox.book<{ payments: ProviderPayment[] }>('stripe')).payments;
}

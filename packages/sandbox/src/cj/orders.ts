import { z } from 'zod';
import { isForgetful } from '../core/forgetful.ts';
import type { World } from '../core/world.ts';
import type { Account } from './accounts.ts';
import { CjRefusal, dollars } from './answer.ts';
import { findVariant } from './catalogue.ts';
import { isCountry, quotes } from './freight.ts';
import { getLines, type OrderRow, orderById, setStatus } from './order-store.ts';
import { nextNumber } from './sequence.ts';
import { takeStock } from './stock.ts';
import { sendOrderWebhook } from './webhooks.ts';

const text = (max: number) => z.string().max(max);
const needed = (max: number) => text(max).min(1, 'must be not empty');

/** createOrderV2's body with CJ's lengths; what it does not know it ignores, as CJ does. */
export const orderBody = z.object({
  orderNumber: needed(50),
  shippingCountryCode: needed(20),
  shippingCountry: needed(50),
  shippingProvince: needed(50),
  shippingCity: needed(50),
  shippingCustomerName: needed(50),
  shippingAddress: needed(200),
  shippingAddress2: text(200).nullish(),
  shippingZip: text(20).nullish(),
  shippingPhone: text(20).nullish(),
  email: text(50).nullish(),
  remark: text(500).nullish(),
  taxId: text(20).nullish(),
  shopAmount: z.number().nullish(),
  iossType: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
  iossNumber: text(10).nullish(),
  payType: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
  logisticName: needed(50),
  fromCountryCode: needed(20),
  products: z
    .array(
      z.object({
        vid: text(50).nullish(),
        sku: text(50).nullish(),
        quantity: z.number().int().min(1),
        storeLineItemId: text(125).nullish(),
      }),
    )
    .min(1, 'must be not empty'),
});
type OrderBody = z.output<typeof orderBody>;

interface Line {
  vid: string;
  quantity: number;
  price: number;
  storeLine: string | null;
}

function linesIn(body: OrderBody): Line[] {
  return body.products.map((line) => {
    const found = findVariant({ vid: line.vid ?? undefined, sku: line.sku ?? undefined });
    if (!found) throw new CjRefusal(1602000, 'Variant not found');
    if (!found.product.onSale) throw new CjRefusal(1602003, 'Variant has been removed from shelves');
    if (line.vid && line.sku && found.variant.sku !== line.sku)
      throw new CjRefusal(1600300, 'vid and sku are not the same variant');
    return {
      vid: found.variant.vid,
      quantity: line.quantity,
      price: found.variant.price,
      storeLine: line.storeLineItemId ?? null,
    };
  });
}

/** 18 digits: the day and second it was made, then a number that is given once. */
function newOrderId(world: World): string {
  const stamp = new Date(world.clock.millis()).toISOString().replace(/\D/g, '').slice(2, 14);
  return `${stamp}${String(nextNumber(world.db, 'order')).padStart(6, '0')}`;
}

function insertOrder(world: World, account: Account, body: OrderBody, lines: Line[], postage: number): OrderRow {
  const orderId = newOrderId(world);
  const now = world.clock.millis();
  const goods = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  world.db
    .prepare(
      `insert into cj_order (order_id, open_id, order_number, status, shown_status, shown_until, visible_at, ship_to,
         logistic, origin, product_amount, postage_amount, created_ms, updated_ms)
       values (?, ?, ?, 'CREATED', 'CREATED', 0, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      orderId,
      account.open_id,
      body.orderNumber,
      world.visibleAt('cj'),
      JSON.stringify(body),
      body.logisticName,
      body.fromCountryCode,
      goods,
      postage,
      now,
      now,
    );
  const insert = world.db.prepare(
    'insert into cj_line (order_id, vid, quantity, price, store_line) values (?, ?, ?, ?, ?)',
  );
  for (const line of lines) insert.run(orderId, line.vid, line.quantity, line.price, line.storeLine);
  return orderById(world, orderId) as OrderRow;
}

/** Creates an order, keeping its goods. Refuses a number that exists already, seen or not, unless the sandbox is forgetful. */
export function createOrder(world: World, account: Account, body: OrderBody): object {
  const taken = world.db
    .prepare('select 1 from cj_order where open_id = ? and order_number = ? and parent_id is null')
    .get(account.open_id, body.orderNumber);
  if (taken && !isForgetful(world)) throw new CjRefusal(1603003, 'Order exist, please do not duplicate create');
  if (!isCountry(body.shippingCountryCode)) throw new CjRefusal(1605002, 'country code not found');
  const lines = linesIn(body);
  const service = quotes(body.fromCountryCode, body.shippingCountryCode, lines).find(
    (one) => one.name === body.logisticName,
  );
  if (!service) throw new CjRefusal(1605001, 'Logistic invalid, please reference freight calculate.');
  for (const line of lines)
    if (!takeStock(world, line.vid, body.fromCountryCode, line.quantity))
      throw new CjRefusal(1603102, 'Inventory deduction fail, please contact CJ order center');
  const row = insertOrder(world, account, body, lines, service.cents);
  sendOrderWebhook(world, row, 'INSERT');
  const amount = dollars(row.product_amount + row.postage_amount);
  return {
    orderNumber: row.order_number,
    orderId: row.order_id,
    shipmentOrderId: '',
    iossAmount: 0,
    iossTaxHandlingFee: 0,
    postageAmount: dollars(row.postage_amount),
    productAmount: dollars(row.product_amount),
    productOriginalAmount: dollars(row.product_amount),
    productDiscountAmount: 0,
    postageDiscountAmount: 0,
    postageOriginalAmount: dollars(row.postage_amount),
    totalDiscountAmount: 0,
    actualPayment: amount,
    orderOriginalAmount: amount,
    cjPayUrl: (body.payType ?? 1) === 1 ? `${world.baseUrl()}/cj/pay/${row.order_id}` : '',
    orderAmount: amount,
    logisticsMiss: false,
    orderStatus: row.status,
    productInfoList: getLines(world, row.order_id).map((line) => ({
      storeLineItemId: line.store_line,
      lineItemId: String(line.line_id),
      variantId: line.vid,
      isGroup: false,
      quantity: line.quantity,
      subOrderProducts: [],
    })),
    interceptOrderReasons: [],
  };
}

/** Takes an order back that is not confirmed yet, and puts its goods back. */
export function deleteOrder(world: World, account: Account, orderId: string): string {
  const row = orderById(world, orderId);
  if (!row || row.open_id !== account.open_id)
    throw new CjRefusal(1603100, 'Order not found, please check the CJ order id');
  if (row.status === 'CANCELLED') return orderId;
  if (row.status !== 'CREATED' && row.status !== 'IN_CART') throw new CjRefusal(1603002, 'Order delete fail');
  for (const line of getLines(world, orderId)) takeStock(world, line.vid, row.origin, -line.quantity);
  setStatus(world, row, 'CANCELLED');
  sendOrderWebhook(world, row, 'DELETE');
  return orderId;
}

/** What was paid for an order, or for a part of one. The last part to be cancelled also brings the postage of the whole. */
function paidFor(world: World, row: OrderRow): number {
  if (row.parent_id === null) return row.product_amount + row.postage_amount;
  const others = world.db
    .prepare(`select count(*) as n from cj_order where parent_id = ? and order_id <> ? and status <> 'CANCELLED'`)
    .get(row.parent_id, row.order_id) as { n: number };
  return row.product_amount + (others.n > 0 ? 0 : (orderById(world, row.parent_id)?.postage_amount ?? 0));
}

/**
 * What CJ's staff do with an order, or a part of one, that they cannot send: they cancel it, put its goods back and return `back`
 * cents (default and at most what was paid) to the account's balance. No answer of CJ names the refund. undefined: it cannot be
 * cancelled any more.
 */
export function cancelOrder(world: World, row: OrderRow, back: number | undefined): { refunded: number } | undefined {
  if (!['CREATED', 'IN_CART', 'UNPAID', 'UNSHIPPED'].includes(row.status)) return undefined;
  const paid = row.status === 'UNSHIPPED' ? paidFor(world, row) : 0;
  const refunded = Math.min(back ?? Number.MAX_SAFE_INTEGER, paid);
  for (const line of getLines(world, row.order_id)) takeStock(world, line.vid, row.origin, -line.quantity);
  world.db.prepare('update cj_step set done = 1 where order_id = ?').run(row.order_id);
  world.db.prepare('update cj_account set balance = balance + ? where open_id = ?').run(refunded, row.open_id);
  if (refunded > 0)
    world.db
      .prepare('insert into cj_refund (order_id, amount, at_ms) values (?, ?, ?)')
      .run(row.parent_id ?? row.order_id, refunded, world.clock.millis());
  setStatus(world, row, 'CANCELLED');
  sendOrderWebhook(world, row, 'UPDATE');
  return { refunded };
}

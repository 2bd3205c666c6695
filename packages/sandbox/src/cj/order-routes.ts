import { z } from 'zod';
import type { World } from '../core/world.ts';
import { dollars, paramError, timeText } from './answer.ts';
import { findVariant } from './catalogue.ts';
import {
  cancelBody,
  cancelDispute,
  confirmBody,
  createBody,
  createDispute,
  disputeConfirmInfo,
  disputeProducts,
  listDisputes,
  readDisputes,
} from './disputes.ts';
import { getLines, listedOrders, type OrderRow, orderShape, seenOrder, shownStatus } from './order-store.ts';
import { createOrder, deleteOrder, orderBody } from './orders.ts';
import { TRACK_WORDS } from './parcels.ts';
import { addCart, addCartConfirm, confirmOrder, payBalance, payBalanceV2, saveGenerateParentOrder } from './pay.ts';
import { type getCalls, many, needed, one, read } from './routes.ts';
import { setWebhooks, webhookBody } from './webhooks.ts';

const ids = z.object({ cjOrderIdList: z.array(z.string().min(1)).min(1) });
const shipment = z.object({ shipmentOrderId: z.string().min(1) });
const bill = shipment.extend({ payId: z.string().min(1) });
const order = z.object({ orderId: z.string().min(1) });
const page = z.object({
  pageNum: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
  // CJ's own default, and a trap: who does not name a state sees the cancelled orders.
  status: z
    .enum(['CREATED', 'IN_CART', 'UNPAID', 'UNSHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'OTHER'])
    .default('CANCELLED'),
});

function trackShape(world: World, number: string): object[] {
  const row = world.db.prepare('select * from cj_order where track_number = ?').get(number) as OrderRow | undefined;
  if (!row) return [];
  const to = (JSON.parse(row.ship_to) as { shippingCountryCode: string }).shippingCountryCode;
  return [
    {
      trackingNumber: number,
      logisticName: row.logistic,
      trackingFrom: row.origin,
      trackingTo: to,
      deliveryDay: null,
      deliveryTime: timeText(row.delivered_ms),
      trackingStatus: TRACK_WORDS[row.track_status ?? 0],
      lastMileCarrier: null,
      lastTrackNumber: null,
    },
  ];
}

export function addOrderCalls(call: ReturnType<typeof getCalls>, world: World): void {
  call('POST', '/shopping/order/createOrderV2', ({ account, body }) => {
    const asked = read(orderBody, body);
    const made = createOrder(world, account, asked) as { orderId: string };
    if (asked.payType !== 2) return made;
    addCart(world, account, [made.orderId]);
    const { shipmentsId } = addCartConfirm(world, account, [made.orderId]) as { shipmentsId: string };
    const { payId } = saveGenerateParentOrder(world, account, shipmentsId) as { payId: string };
    payBalanceV2(world, account, shipmentsId, payId);
    return { ...made, shipmentOrderId: shipmentsId, orderStatus: 'UNSHIPPED' };
  });
  call('POST', '/shopping/order/addCart', ({ account, body }) =>
    addCart(world, account, read(ids, body).cjOrderIdList),
  );
  call('POST', '/shopping/order/addCartConfirm', ({ account, body }) =>
    addCartConfirm(world, account, read(ids, body).cjOrderIdList),
  );
  call('POST', '/shopping/order/saveGenerateParentOrder', ({ account, body }) =>
    saveGenerateParentOrder(world, account, read(shipment, body).shipmentOrderId),
  );
  call('POST', '/shopping/pay/payBalanceV2', ({ account, body }) => {
    const { shipmentOrderId, payId } = read(bill, body);
    return payBalanceV2(world, account, shipmentOrderId, payId);
  });
  call('POST', '/shopping/pay/payBalance', ({ account, body }) =>
    payBalance(world, account, read(order, body).orderId),
  );
  call('PATCH', '/shopping/order/confirmOrder', ({ account, body }) =>
    confirmOrder(world, account, read(order, body).orderId),
  );
  call('DELETE', '/shopping/order/deleteOrder', ({ account, query }) =>
    deleteOrder(world, account, needed(query, 'orderId')),
  );
  call('GET', '/shopping/order/getOrderDetail', ({ account, query }) => {
    const id = one(query.orderId);
    if (!id) throw paramError('orderId must be not empty');
    const row = seenOrder(world, account.open_id, id);
    if (!row) throw paramError('order not found');
    return orderShape(world, row, true);
  });
  call('GET', '/shopping/order/list', ({ account, query }) => {
    const { pageNum, pageSize, status } = read(page, query);
    const wanted = {
      status,
      page: pageNum,
      size: pageSize,
      ids: many(query.orderIds),
      shipment: one(query.shipmentOrderId),
    };
    const { total, rows } = listedOrders(world, account.open_id, wanted);
    return { pageNum, pageSize, total, list: rows.map((row) => orderShape(world, row, false)) };
  });
  call('GET', '/shopping/pay/getBalance', ({ account }) => ({
    amount: dollars(account.balance),
    noWithdrawalAmount: null,
    freezeAmount: null,
  }));
  call('GET', '/logistic/trackInfo', ({ query }) => {
    needed(query, 'trackNumber');
    return many(query.trackNumber).flatMap((number) => trackShape(world, number));
  });
  call('GET', '/disputes/disputeProducts', ({ account, query }) =>
    disputeProducts(world, account, needed(query, 'orderId')),
  );
  call('POST', '/disputes/disputeConfirmInfo', ({ account, body }) =>
    disputeConfirmInfo(world, account, read(confirmBody, body)),
  );
  call('POST', '/disputes/create', ({ account, body }) => createDispute(world, account, read(createBody, body)));
  call('POST', '/disputes/cancel', ({ account, body }) => cancelDispute(world, account, read(cancelBody, body)));
  call('GET', '/disputes/getDisputeList', ({ account, query }) =>
    listDisputes(
      world,
      account,
      one(query.orderId),
      Number(one(query.pageNum) ?? 1),
      Number(one(query.pageSize) ?? 10),
    ),
  );
  call('POST', '/webhook/set', ({ account, body }) => setWebhooks(world, account, read(webhookBody, body)));
}

const booked = (world: World, orderId: string): object[] =>
  getLines(world, orderId).map(({ vid, quantity }) => ({ vid, sku: findVariant({ vid })?.variant.sku, quantity }));

/** The parcels of an order and of what was split off from it, as they left. */
const parcelsIn = (world: World, row: OrderRow): object[] =>
  (
    world.db
      .prepare('select * from cj_order where (order_id = ?1 or parent_id = ?1) and track_number is not null')
      .all(row.order_id) as unknown as OrderRow[]
  ).map((part) => ({
    number: part.track_number,
    status: part.status,
    lines: booked(world, part.order_id),
  }));

/** CJ's own books: what it was asked for and what it was paid, with nothing of ours. */
export function readBooks(world: World): object {
  const orders = world.db
    .prepare('select * from cj_order where parent_id is null order by order_id')
    .all() as unknown as OrderRow[];
  return {
    accounts: world.db.prepare('select api_key, open_id, balance from cj_account').all(),
    orders: orders.map((row) => ({
      orderId: row.order_id,
      orderNumber: row.order_number,
      status: row.status,
      shown: shownStatus(row),
      amount: row.product_amount + row.postage_amount,
      shipTo: JSON.parse(row.ship_to) as unknown,
      lines: booked(world, row.order_id),
      parcels: parcelsIn(world, row),
    })),
    payments: world.db.prepare('select order_id as orderId, amount, at_ms as at from cj_payment order by id').all(),
    disputes: readDisputes(world),
    refunds: world.db.prepare('select order_id as orderId, amount, at_ms as at from cj_refund order by id').all(),
  };
}

import { isForgetful } from '../core/forgetful.ts';
import type { World } from '../core/world.ts';
import type { Account } from './accounts.ts';
import { CjRefusal, dollars, timeText } from './answer.ts';
import { type OrderRow, orderById, setStatus } from './order-store.ts';
import { planJourney } from './parcels.ts';
import { nextNumber } from './sequence.ts';
import { sendOrderWebhook } from './webhooks.ts';

/** Paid before, which a forgetful CJ does not know: the same steps lead to another payment. */
const isPaidAgain = (world: World, row: OrderRow): boolean => row.paid_ms !== null && isForgetful(world);

function ofAccount(world: World, account: Account, orderId: string): OrderRow {
  const row = orderById(world, orderId);
  if (!row || row.open_id !== account.open_id)
    throw new CjRefusal(1603100, 'Order not found, please check the CJ order id');
  return row;
}

export function addCart(world: World, account: Account, orderIds: string[]): object {
  for (const orderId of orderIds) {
    const row = ofAccount(world, account, orderId);
    if (row.status === 'CREATED') setStatus(world, row, 'IN_CART');
    else if (row.status !== 'IN_CART' && !isPaidAgain(world, row)) throw new CjRefusal(1603001, 'order confirm fail');
  }
  return { successCount: orderIds.length, addSuccessOrders: orderIds, unInterceptAddressCount: 0, interceptOrders: [] };
}

export function addCartConfirm(world: World, account: Account, orderIds: string[]): object {
  const shipment = `SD${timeText(world.clock.millis())?.replace(/\D/g, '')}${nextNumber(world.db, 'shipment')}`;
  for (const orderId of orderIds) {
    const row = ofAccount(world, account, orderId);
    const again = isPaidAgain(world, row);
    if (row.status !== 'IN_CART' && !again) throw new CjRefusal(1603001, 'order confirm fail');
    if (!again) setStatus(world, row, 'UNPAID');
    world.db.prepare('update cj_order set shipment_id = ? where order_id = ?').run(shipment, orderId);
    sendOrderWebhook(world, row, 'UPDATE');
  }
  return { successCount: orderIds.length, submitSuccess: true, shipmentsId: shipment, result: 0, interceptOrders: [] };
}

const inShipment = (world: World, account: Account, shipment: string): OrderRow[] => {
  const rows = world.db
    .prepare('select * from cj_order where shipment_id = ? and open_id = ?')
    .all(shipment, account.open_id) as unknown as OrderRow[];
  if (rows.length === 0) throw new CjRefusal(1603100, 'Order not found, please check the CJ order id');
  return rows;
};

const due = (rows: OrderRow[]): number => rows.reduce((sum, row) => sum + row.product_amount + row.postage_amount, 0);

/** The bill of a shipment; asking again gives the same bill. */
export function saveGenerateParentOrder(world: World, account: Account, shipment: string): object {
  const rows = inShipment(world, account, shipment);
  if (rows.some((row) => row.status !== 'UNPAID' && !isPaidAgain(world, row)))
    throw new CjRefusal(1603001, 'order confirm fail');
  const payId = rows[0]?.pay_id ?? `PAY${nextNumber(world.db, 'pay')}${shipment.slice(2)}`;
  world.db.prepare('update cj_order set pay_id = ? where shipment_id = ?').run(payId, shipment);
  const amount = dollars(due(rows));
  return {
    orderMoney: amount,
    payExpireTime: timeText(world.clock.millis() + 24 * 3_600_000),
    payId,
    result: 0,
    submitSuccess: true,
    unMatchOrderCodes: [],
    successOrders: rows.map((row) => row.order_id),
    unMatchProductCodes: [],
    paymentInformation: { actualPayment: amount, payableAmount: amount, orderOriginalAmount: amount },
    interceptOrders: [],
  };
}

function payOne(world: World, account: Account, row: OrderRow): void {
  const amount = row.product_amount + row.postage_amount;
  const again = isPaidAgain(world, row);
  if (row.status !== 'UNPAID' && !again) throw new CjRefusal(1603101, 'Order pay fail, please contact CJ order center');
  const { changes } = world.db
    .prepare('update cj_account set balance = balance - ?2 where open_id = ?1 and balance >= ?2')
    .run(account.open_id, amount);
  if (Number(changes) !== 1) throw new CjRefusal(1604000, 'Balance is insufficient');
  const now = world.clock.millis();
  world.db
    .prepare('insert into cj_payment (open_id, order_id, amount, at_ms) values (?, ?, ?, ?)')
    .run(account.open_id, row.order_id, amount, now);
  if (again) return;
  setStatus(world, row, 'UNSHIPPED');
  world.db.prepare('update cj_order set paid_ms = ? where order_id = ?').run(now, row.order_id);
  row.paid_ms = now;
  planJourney(world, row);
  sendOrderWebhook(world, row, 'UPDATE');
}

export function payBalanceV2(world: World, account: Account, shipment: string, payId: string): null {
  const rows = inShipment(world, account, shipment);
  if (rows[0]?.pay_id !== payId) throw new CjRefusal(1603101, 'Order pay fail, please contact CJ order center');
  for (const row of rows) payOne(world, account, row);
  return null;
}

export function payBalance(world: World, account: Account, orderId: string): null {
  payOne(world, account, ofAccount(world, account, orderId));
  return null;
}

/** The older way to confirm, by the order itself. */
export function confirmOrder(world: World, account: Account, orderId: string): string {
  const row = ofAccount(world, account, orderId);
  if (row.status !== 'CREATED' && row.status !== 'IN_CART') throw new CjRefusal(1603001, 'order confirm fail');
  setStatus(world, row, 'UNPAID');
  return orderId;
}

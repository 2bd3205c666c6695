import { type CallMap, getRefundLimit, getUsualRefund } from '@quayside/contracts';
import { AppError, invalidField, newId, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { findFiles, useFiles } from '../../files/index.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { addEvents, findLines, lockOrder, type OrderRow } from '../../orders/index.ts';
import { sendDisputeJob, toDisputeJob } from '../jobs/purchasing.ts';
import { findDisputes } from '../queries/open-disputes.ts';
import { findRefunds } from '../refund-repo.ts';
import { findPurchasesOfOrders, linesOfPurchases, lockPurchase } from '../repo.ts';
import { findRequestByKey, insertRequest, linesOfRequests, requestsOfOrders } from '../request-repo.ts';
import { getClaimWindow } from '../rules/claim-windows.ts';
import { creditedTo, leftToRefund } from '../rules/order-payment.ts';
import { getClaimRoute } from '../rules/refund-actions.ts';
import { findBought, getReceipt, getSpent, isOpenRequest } from '../rules/refund-options.ts';
import { getClaimDates, getPromisedDelivery } from '../rules/refund-request.ts';
import { orderIdsOf, orderNumber, type PurchaseLineRow, type PurchaseRow } from '../tables.ts';
import { moneyText } from './settle-orders.ts';

type Input = Required<
  Pick<CallMap['POST /orders/v4/refund/request']['body'], 'order_id' | 'line_items' | 'reason' | 'type'>
> & {
  amount?: number | undefined;
  description: string;
  photo_ids: string[];
  idempotency_key: string;
};

interface Asked {
  purchase: PurchaseRow;
  /** Every line of the order in the supplier order, with what is asked for. */
  lines: { line: PurchaseLineRow; asked: number }[];
}

/** Finds the one supplier order that the lines were bought in. Throws by the field of the line that is wrong. */
function findAsked(
  input: Pick<Input, 'line_items'>,
  known: ReadonlySet<string>,
  purchases: readonly PurchaseRow[],
  bought: readonly PurchaseLineRow[],
): Asked {
  const found = input.line_items.map(({ id, quantity }, at) => {
    const field = `line_items.${at}`;
    if (!known.has(id)) throw notFoundField(`${field}.id`, 'LINE_NOT_FOUND');
    if (input.line_items.findIndex((one) => one.id === id) !== at)
      throw invalidField(`${field}.id`, 'REFUND_LINE_TWICE');
    const one = findBought(id, purchases, bought);
    if (!one) throw invalidField(`${field}.id`, 'REFUND_NOT_PAID');
    if (quantity > one.line.quantity)
      throw invalidField(`${field}.quantity`, 'REFUND_QUANTITY', { count: one.line.quantity });
    return one;
  });
  const [first] = found;
  if (!first) throw invalidField('line_items', 'LINE_NOT_FOUND');
  if (found.some((one) => one.purchase !== first.purchase))
    throw invalidField('line_items', 'REFUND_SEVERAL_SUPPLIERS');
  const asked = new Map(input.line_items.map((one) => [one.id, one.quantity]));
  const own = bought.filter(
    (line) => line.supplier_order_id === first.purchase.supplier_order_id && known.has(line.line_id),
  );
  return { purchase: first.purchase, lines: own.map((line) => ({ line, asked: asked.get(line.line_id) ?? 0 })) };
}

/** Throws REFUND_TOO_LATE when the last day for one of the items has passed (rule B330). */
async function refuseLate(
  deps: Deps,
  tx: Executor,
  workplaceId: string,
  orderId: string,
  { purchase, lines }: Asked,
): Promise<void> {
  const deliveries = await findDeliveries(tx, workplaceId, [orderId]);
  const promisedAt = getPromisedDelivery(purchase.paid_at ?? purchase.created_at, purchase.shipping_quote);
  for (const { line } of lines.filter((one) => one.asked > 0)) {
    const receipt = getReceipt(line, deliveries);
    if (getClaimDates({ supplier: purchase.supplier, ...receipt, promisedAt }, deps.clock.now()).isOver)
      throw invalidField('line_items', 'REFUND_TOO_LATE');
  }
}

async function write(deps: Deps, tx: Executor, who: Who, order: OrderRow, input: Input): Promise<string> {
  const { workplaceId } = who;
  const purchases = await findPurchasesOfOrders(tx, workplaceId, [order.order_id]);
  const ids = purchases.map((one) => one.supplier_order_id);
  const known = new Set((await findLines(tx, workplaceId, [order.order_id])).map((line) => line.line_id));
  const asked = findAsked(input, known, purchases, await linesOfPurchases(tx, workplaceId, ids));
  const { purchase, lines } = asked;
  await lockPurchase(tx, workplaceId, purchase.supplier_order_id);
  const requests = await requestsOfOrders(tx, workplaceId, orderIdsOf(purchase));
  const ownRequests = requests.filter(
    (one) => one.order_id === order.order_id && one.supplier_order_id === purchase.supplier_order_id,
  );
  const taken = await linesOfRequests(
    tx,
    workplaceId,
    requests.filter(isOpenRequest).map((one) => one.refund_request_id),
  );
  const chosen = lines.filter((one) => one.asked > 0).map((one) => one.line);
  if (chosen.some((line) => taken.some((one) => one.line_id === line.line_id)))
    throw invalidField('line_items', 'REFUND_ALREADY_REQUESTED');
  await refuseLate(deps, tx, workplaceId, order.order_id, asked);
  const via = getClaimRoute(purchase, deps.connectors.suppliers[purchase.supplier]?.capabilities);
  if (via === 'supplier') {
    const disputes = await findDisputes(tx, workplaceId, [purchase]);
    const [other] = chosen.flatMap(disputes);
    if (other) throw invalidField('line_items', 'REFUND_ITEM_DISPUTED', { order: other.order_name });
  }
  const booked = await findRefunds(tx, workplaceId, [purchase.supplier_order_id]);
  const spent = getSpent(creditedTo(purchase, order.order_id, booked), ownRequests);
  const wanted = lines.map(({ line, asked: count }) => ({ ...line, asked: count }));
  const most = getRefundLimit(leftToRefund(purchase, order.order_id, booked, requests), wanted);
  const usual = getUsualRefund(most, wanted, { isShared: purchase.shares !== null, via });
  const amount = input.type === 'refund' ? (input.amount ?? usual) : 0;
  if (input.type === 'refund' && (amount > most || most === 0))
    throw invalidField('amount', 'REFUND_ABOVE_PAID', { amount: moneyText(most, purchase.currency) });
  const needsPhoto = getClaimWindow(purchase.supplier).proofs[input.reason].includes('photo');
  if (needsPhoto && input.photo_ids.length === 0) throw invalidField('photo_ids', 'REFUND_PHOTO_NEEDED');
  const id = newId();
  const { supplier } = purchase;
  const requestedBy = personName(who.account);
  await insertRequest(
    tx,
    workplaceId,
    {
      refund_request_id: id,
      order_id: order.order_id,
      store_id: order.store_id,
      supplier_order_id: purchase.supplier_order_id,
      connection_id: purchase.connection_id,
      supplier,
      order_no: orderNumber(purchase),
      type: input.type,
      reason: input.reason,
      amount,
      currency: purchase.currency,
      description: input.description,
      requested_by: requestedBy,
      request_key: input.idempotency_key,
      credited_before: spent,
      via,
    },
    input.line_items.map((one) => ({ line_id: one.id, quantity: one.quantity })),
    input.photo_ids,
  );
  await useFiles(tx, workplaceId, order, input.photo_ids, 'photo_ids');
  const params = { supplier: connectorLabel(supplier), number: orderNumber(purchase) };
  await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'refund_requested', params, actor: requestedBy }]);
  if (via === 'supplier' && purchase.connection_id) {
    await markOpenWork(tx, who.scope);
    const row = { refund_request_id: id, connection_id: purchase.connection_id };
    await deps.queue.send(tx, sendDisputeJob, toDisputeJob(who.scope, row));
  }
  await publish(tx, workplaceId, 'orders', [order.order_id]);
  return id;
}

/**
 * Asks a supplier to refund or replace items of one supplier order. One open request per item; the same key returns the
 * same request.
 */
export async function requestRefund(deps: Deps, who: Who, input: Input): Promise<string> {
  if (input.type === 'replacement' && input.amount !== undefined) throw invalidField('amount', 'REFUND_NO_AMOUNT');
  if (new Set(input.photo_ids).size < input.photo_ids.length) throw invalidField('photo_ids', 'FILE_NOT_FOUND');
  return deps.db.tenant(who.scope, async (tx) => {
    const order = await lockOrder(tx, who.workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    if ((await findFiles(tx, who.workplaceId, input.photo_ids)).length < input.photo_ids.length)
      throw notFoundField('photo_ids', 'FILE_NOT_FOUND');
    const same = await findRequestByKey(tx, who.workplaceId, input.idempotency_key);
    if (same && same.order_id !== order.order_id) throw new AppError('BAD_REQUEST', 'REFUND_KEY_USED');
    return same?.refund_request_id ?? write(deps, tx, who, order, input);
  });
}

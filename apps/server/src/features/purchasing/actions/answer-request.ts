import { AppError, invalidField, nextState, notFoundField } from '@quayside/kernel';
import type { Executor, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { DISPUTE_TRANSITIONS, REFUND_TRANSITIONS } from '../../../states/refund-request.ts';
import { addEvents, lockOrders, type NewEvent, type OrderRow } from '../../orders/index.ts';
import { sendDisputeJob, toDisputeJob } from '../jobs/purchasing.ts';
import { findDisputes } from '../queries/open-disputes.ts';
import { expectAgreed, findRefunds, lowerPending } from '../refund-repo.ts';
import { findPurchase, linesOfPurchases } from '../repo.ts';
import {
  findRequest,
  linesOfRequests,
  lockRequest,
  openRequestsOf,
  patchRequest,
  type RequestRow,
  requestsOfOrders,
} from '../request-repo.ts';
import { creditedTo, leftToRefund } from '../rules/order-payment.ts';
import { canRetry, isBookedElsewhere, isUnsent } from '../rules/refund-actions.ts';
import { getSpent } from '../rules/refund-options.ts';
import { creditedSum, isRefundable } from '../rules/refunds.ts';
import { orderIdsOf, orderNumber, type PurchaseRow } from '../tables.ts';
import { creditRefunds } from './book-refunds.ts';
import { listForOperators } from './expect-refund.ts';
import { moneyText, settleOrders } from './settle-orders.ts';

type Here = WorkplaceScope & StoreScope;

export interface Answer {
  answer: 'accept' | 'reject' | 'complete';
  amount?: number | undefined;
  note?: string | undefined;
}

/** A request with all orders of its supplier order locked. */
interface Held {
  order: OrderRow;
  orders: OrderRow[];
  purchase: PurchaseRow;
  request: RequestRow;
}

const over = () => new AppError('BAD_REQUEST', 'REFUND_REQUEST_OVER');

/**
 * Runs work on a request while the orders of its supplier order are locked, then updates what lists show. Throws
 * REFUND_REQUEST_NOT_FOUND.
 */
export async function withRequest(
  deps: Deps,
  here: Here,
  id: string,
  work: (tx: Executor, held: Held) => Promise<void>,
): Promise<void> {
  const { workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    const known = await findRequest(tx, workplaceId, id);
    const bought = known && (await findPurchase(tx, workplaceId, known.supplier_order_id));
    const orders = bought ? await lockOrders(tx, workplaceId, orderIdsOf(bought)) : [];
    const order = orders.find((one) => one.order_id === known?.order_id);
    const request = order && (await lockRequest(tx, workplaceId, id));
    const purchase = request && (await findPurchase(tx, workplaceId, request.supplier_order_id));
    if (!order || !request || !purchase) throw notFoundField('refund_request_id', 'REFUND_REQUEST_NOT_FOUND');
    await work(tx, { order, orders, purchase, request });
    await settleOrders(tx, deps, here, orders);
    await publish(tx, workplaceId, 'orders', orderIdsOf(purchase));
  });
}

const eventOf = ({ order, purchase }: Held, kind: NewEvent['kind'], params = {}, actor?: string): NewEvent => ({
  orderId: order.order_id,
  kind,
  params: { supplier: connectorLabel(purchase.supplier), number: orderNumber(purchase), ...params },
  ...(actor ? { actor } : {}),
});

/** Whether the supplier lists its refunds: they need no confirmation. */
const listsRefunds = (deps: Pick<Deps, 'connectors'>, { supplier }: PurchaseRow): boolean =>
  deps.connectors.suppliers[supplier]?.capabilities.refunds === true;

/** What the supplier agreed to. Throws by the field `amount` when it is more than what is left of the payment. */
async function toAgreed(
  tx: Executor,
  workplaceId: string,
  held: Held,
  { amount, isMost }: { amount?: number | undefined; isMost?: boolean },
): Promise<number> {
  const { request, purchase } = held;
  if (request.type === 'replacement') {
    if (amount !== undefined) throw invalidField('amount', 'REFUND_NO_AMOUNT');
    return 0;
  }
  const booked = await findRefunds(tx, workplaceId, [purchase.supplier_order_id]);
  const others = (await requestsOfOrders(tx, workplaceId, orderIdsOf(purchase))).filter(
    (one) => one.refund_request_id !== request.refund_request_id,
  );
  const left = leftToRefund(purchase, request.order_id, booked, others);
  const agreed = amount ?? request.amount;
  // A supplier's decision is a fact: what exceeds the payment is booked and not credited.
  if (isMost) return Math.min(agreed, left);
  if (agreed > left || !isRefundable(purchase))
    throw invalidField('amount', 'REFUND_ABOVE_PAID', { amount: moneyText(left, purchase.currency) });
  return agreed;
}

/**
 * The supplier agreed. What it will refund is expected from now on, unless it lists its refunds and they are booked
 * when they appear.
 */
export async function accept(
  tx: Executor,
  deps: Pick<Deps, 'connectors'>,
  here: WorkplaceScope,
  held: Held,
  said: { amount?: number | undefined; isMost?: boolean; note?: string | undefined; actor?: string },
): Promise<void> {
  const { workplaceId } = here;
  const { request, purchase, order } = held;
  const state = nextState(REFUND_TRANSITIONS, request.state, 'accept');
  if (!state) throw over();
  const agreed = await toAgreed(tx, workplaceId, held, said);
  const booked = await findRefunds(tx, workplaceId, [purchase.supplier_order_id]);
  const others = (await openRequestsOf(tx, workplaceId, purchase.supplier_order_id)).filter(
    (one) =>
      one.refund_request_id !== request.refund_request_id &&
      one.order_id === order.order_id &&
      one.state === 'accepted',
  );
  const before = getSpent(creditedTo(purchase, order.order_id, booked), others);
  await patchRequest(tx, workplaceId, request.refund_request_id, {
    state,
    agreed,
    credited_before: before,
    answer: said.note ?? null,
    answered: true,
  });
  if (agreed > 0 && !listsRefunds(deps, purchase)) {
    const credited = creditedSum(booked);
    await expectAgreed(tx, workplaceId, purchase, { amount: agreed, credited, orderNo: orderNumber(purchase) });
    await listForOperators(tx, here, purchase);
  }
  const params = request.type === 'refund' ? { amount: moneyText(agreed, request.currency) } : {};
  await addEvents(tx, workplaceId, [eventOf(held, 'refund_accepted', params, said.actor)]);
}

/** The supplier declined. */
export async function reject(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  held: Held,
  said: { note?: string | undefined; actor?: string },
): Promise<void> {
  const state = nextState(REFUND_TRANSITIONS, held.request.state, 'reject');
  if (!state) throw over();
  await patchRequest(tx, workplaceId, held.request.refund_request_id, {
    state,
    answer: said.note ?? null,
    answered: true,
  });
  await addEvents(tx, workplaceId, [eventOf(held, 'refund_rejected', {}, said.actor)]);
}

/**
 * The refund or the replacement came. Money for the owner's own balance at the supplier is booked here; refunds to the
 * wallet are confirmed by operators, and listed ones are booked when they appear.
 */
async function complete(
  tx: Executor,
  deps: Deps,
  here: Here,
  held: Held,
  { amount, note }: Answer,
  actor: string,
): Promise<void> {
  const { workplaceId } = here;
  const { request, purchase, order, orders } = held;
  const id = request.refund_request_id;
  if (!REFUND_TRANSITIONS.complete.from.includes(request.state)) throw over();
  if (isBookedElsewhere(request, purchase, deps.connectors.suppliers[purchase.supplier]?.capabilities))
    throw new AppError('BAD_REQUEST', 'REFUND_AWAITS_SUPPLIER');
  if (request.state === 'pending') await accept(tx, deps, here, held, { amount, note, actor });
  const now = await findRequest(tx, workplaceId, id);
  const before = now?.received ?? 0;
  const rest = (now?.agreed ?? 0) - before;
  const received = amount ?? rest;
  if (received > rest)
    throw invalidField('amount', 'REFUND_ABOVE_AGREED', { amount: moneyText(rest, request.currency) });
  if (request.type === 'refund') {
    const booked = await findRefunds(tx, workplaceId, [purchase.supplier_order_id]);
    const added = { ref: `request:${id}`, amount: received, credited: received, refundedAt: null };
    const refund = { ...added, source: 'operator' as const };
    await creditRefunds(tx, here, orders, purchase, booked, [refund], order.order_id);
    // The rest of what was agreed is not coming.
    if (rest > received) await lowerPending(tx, workplaceId, purchase.supplier_order_id, rest - received);
  }
  const settled = await findRequest(tx, workplaceId, id);
  if (settled?.state === 'completed') return;
  const state = nextState(REFUND_TRANSITIONS, settled?.state ?? request.state, 'complete');
  if (!state) throw over();
  await patchRequest(tx, workplaceId, id, { state, received: before + received, closed: true });
  await addEvents(tx, workplaceId, [eventOf(held, 'refund_completed', {}, actor)]);
}

/** Records the supplier's answer as a person reports it. */
export const answerRequest = (deps: Deps, here: Here, id: string, said: Answer, actor: string): Promise<void> =>
  withRequest(deps, here, id, async (tx, held) => {
    if (said.answer === 'accept') await accept(tx, deps, here, held, { ...said, actor });
    else if (said.answer === 'reject') await reject(tx, here, held, { note: said.note, actor });
    else await complete(tx, deps, here, held, said, actor);
  });

/** Withdraws a request that the supplier has not received through its API. Throws REFUND_SENT otherwise. */
export const withdrawRequest = (deps: Deps, here: Here, id: string, actor: string): Promise<void> =>
  withRequest(deps, here, id, async (tx, held) => {
    const { request } = held;
    const state = nextState(REFUND_TRANSITIONS, request.state, 'withdraw');
    if (!state) throw over();
    if (!isUnsent(request)) throw new AppError('BAD_REQUEST', 'REFUND_SENT');
    const skipped = nextState(DISPUTE_TRANSITIONS, request.send_state, 'skip');
    await patchRequest(tx, here.workplaceId, id, {
      state,
      closed: true,
      ...(skipped ? { send_state: skipped } : {}),
    });
    await addEvents(tx, here.workplaceId, [eventOf(held, 'refund_withdrawn', {}, actor)]);
  });

/** Sends a request again that the supplier declined to take. */
export const retryRequest = (deps: Deps, here: Here, id: string): Promise<void> =>
  withRequest(deps, here, id, async (tx, { request, purchase }) => {
    const sendState = nextState(DISPUTE_TRANSITIONS, request.send_state, 'retry');
    const { connection_id: connectionId } = request;
    if (!sendState || !canRetry(request) || !connectionId) throw over();
    const { workplaceId } = here;
    const bought = await linesOfPurchases(tx, workplaceId, [purchase.supplier_order_id]);
    const disputes = await findDisputes(tx, workplaceId, [purchase]);
    const own = (await linesOfRequests(tx, workplaceId, [id])).map((one) => one.line_id);
    const other = bought
      .filter((line) => own.includes(line.line_id))
      .flatMap(disputes)
      .find((one) => one.refund_request_id !== id);
    if (other) throw new AppError('BAD_REQUEST', 'REFUND_ITEM_DISPUTED', { params: { order: other.order_name } });
    await patchRequest(tx, here.workplaceId, id, { send_state: sendState });
    await markOpenWork(tx, here);
    await deps.queue.send(tx, sendDisputeJob, toDisputeJob(here, { ...request, connection_id: connectionId }));
  });

import { ConnectorError, type RefundableAmount, type RefundInput, type RejectionCode } from '@quayside/connector-kit';
import { AppError, money } from '@quayside/kernel';
import { type Again, isAgain } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type {
  ClaimedWork,
  Effect,
  FinishedWork,
  LookupResult,
  Refusal,
  RunningEffect,
  Work,
} from '../../../jobs/effect/effect.ts';
import { type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, withStore } from '../../connections/index.ts';
import { addEvents, findOrders, findSoldLines, lockOrders, type OrderRow, takeOrderJob } from '../../orders/index.ts';
import { planReturnMail } from '../../shopper-mail/index.ts';
import { REFUND_RETURN_JOB } from '../jobs.ts';
import {
  endRefund,
  findOrderIds,
  pickOldest,
  RETURN_REFUND,
  type RefundClaim,
  type RefundEnd,
  refundParts,
  refundsOfReturns,
} from '../refund-repo.ts';
import { findReturn, linesOfOrders, moveReturn } from '../return-repo.ts';
import { settledQuantity } from '../rules/actions.ts';
import { moneyText } from '../rules/figures.ts';

interface Refunding extends Work<RefundClaim, RefundEnd> {
  order: OrderRow;
  input: RefundInput;
  /** References of earlier refunds of the return that were refused. */
  earlier: readonly string[];
}

const failed = (key: string, params: object = {}): RefundEnd => ({ kind: 'failed', key, params });

/** Loads what the store is asked for: items that arrived, or that the customer keeps. */
async function takeUp(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<RefundClaim>[],
): Promise<Refunding[]> {
  const ids = [...new Set(taken.map(({ claim }) => claim.order_id))];
  const orders = new Map((await findOrders(tx, workplaceId, ids)).map((order) => [order.order_id, order]));
  const lines = new Map((await findSoldLines(tx, workplaceId, ids)).map((line) => [line.line_id, line]));
  const returned = await linesOfOrders(tx, workplaceId, ids);
  const refunds = await refundsOfReturns(
    tx,
    workplaceId,
    taken.map(({ claim }) => claim.return_id),
  );
  const works: Refunding[] = [];
  for (const one of taken) {
    const { claim } = one;
    const order = orders.get(claim.order_id);
    const row = await findReturn(tx, workplaceId, claim.return_id);
    if (!order || !row) throw new Error('order of the refund not found');
    works.push({
      ...one,
      order,
      earlier: refunds
        .filter((other) => other.return_id === claim.return_id && other.state === 'failed' && other.attempts > 0)
        .map((other) => other.refund_id),
      input: {
        externalOrderId: order.external_order_id,
        ref: claim.refund_id,
        amount: money(claim.amount, claim.currency),
        lines: returned
          .filter((line) => line.return_id === claim.return_id)
          .flatMap((line) => {
            const externalLineId = lines.get(line.line_id)?.external_line_id;
            const quantity = settledQuantity(row, line);
            return externalLineId && quantity > 0 ? [{ externalLineId, quantity }] : [];
          }),
        ...(claim.note ? { reason: claim.note } : {}),
        restock: claim.restock,
        paysBack: claim.method === 'gateway',
      },
      stop: order.cancelled_by === 'deletion' ? failed('RETURN_REFUND_ORDER_GONE') : undefined,
    });
  }
  return works;
}

/** The methods of a channel with refunds. */
function refundsOf({ connector }: OpenStore) {
  const { createRefund, findRefund, readRefundable } = connector;
  if (!createRefund || !findRefund || !readRefundable) throw new AppError('BAD_REQUEST', 'RETURN_METHOD_NOT_OFFERED');
  return {
    createRefund: createRefund.bind(connector),
    findRefund: findRefund.bind(connector),
    readRefundable: readRefundable.bind(connector),
  };
}

/** Looks for the refund, then reads what the store has left. */
async function ask({ input, earlier }: Refunding, open: OpenStore): Promise<LookupResult<RefundableAmount, RefundEnd>> {
  const store = refundsOf(open);
  const made = await store.findRefund(open.ctx, input);
  if (made) return { end: { kind: 'done', reference: made.externalRefundId } };
  for (const ref of earlier) {
    const before = await store.findRefund(open.ctx, { ...input, ref });
    if (before) return { end: failed('RETURN_REFUND_EXISTS') };
  }
  const seen = await store.readRefundable(open.ctx, input.externalOrderId);
  return seen ? { seen } : { end: failed('RETURN_REFUND_ORDER_GONE') };
}

/** The store changed its mind since the request: it may have refunded the order itself. */
function bar({ claim }: Refunding, { left }: RefundableAmount): RefundEnd | undefined {
  if (left.currency !== claim.currency) return failed('RETURN_REFUND_CURRENCY');
  return left.amount < claim.amount
    ? failed('RETURN_REFUND_ABOVE_LEFT', { amount: moneyText(left.amount, left.currency) })
    : undefined;
}

/** The store may have paid without keeping our reference (WooCommerce): a lookup never finds that, so a person decides. */
async function send(input: RefundInput, open: OpenStore): Promise<RefundEnd> {
  try {
    const { externalRefundId } = await refundsOf(open).createRefund(open.ctx, input);
    return { kind: 'done', reference: externalRefundId };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || error.code !== 'already_exists') throw error;
    return failed('RETURN_REFUND_EXISTS');
  }
}

/** Refusals with a sentence of their own; the store's words are kept in `detail`. */
const REFUSALS: Partial<Record<RejectionCode, string>> = {
  refund_declined: 'RETURN_REFUND_DECLINED',
  refund_unsupported: 'RETURN_REFUND_UNSUPPORTED',
  refund_amount: 'RETURN_REFUND_AMOUNT',
};

/** Maps a refusal. Stores that are disconnected for now or being transferred are retried later. */
function refuse({ key, params, error, code }: Refusal, { claim }: Refunding): RefundEnd | Again {
  const later: Again = { kind: 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  if (error === undefined) {
    if (key === 'STORE_NEEDS_RECONNECT') return { ...later, why: { key, params } };
    return key === 'STORE_MOVING' ? later : failed(key, params);
  }
  if (error === 'auth') return later;
  if (error === 'not-found') return failed('RETURN_REFUND_ORDER_GONE');
  return failed((code && REFUSALS[code]) ?? 'RETURN_REFUND_REFUSED', params);
}

async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  order: OrderRow,
  { work, end }: FinishedWork<Refunding, RefundEnd>,
): Promise<boolean> {
  const { claim, token } = work;
  const { workplaceId } = here;
  if (!(await endRefund(tx, workplaceId, { id: claim.refund_id, token }, end))) return false;
  await publish(tx, workplaceId, 'orders', [order.order_id]);
  if (isAgain(end)) return false;
  const row = await findReturn(tx, workplaceId, claim.return_id);
  if (!row) throw new Error('return of the refund not found');
  const params = { name: row.name, amount: moneyText(claim.amount, claim.currency) };
  const { order_id: orderId, store_id: storeId, external_order_id: externalOrderId } = order;
  if (end.kind === 'failed') {
    await moveReturn(tx, workplaceId, row.return_id, 'refund_failed');
    const reason = { ...end.params, ...params, reason: end.key };
    await addEvents(tx, workplaceId, [{ orderId, kind: 'return_refund_failed', params: reason }]);
  } else {
    await moveReturn(tx, workplaceId, row.return_id, 'refunded');
    await addEvents(tx, workplaceId, [{ orderId, kind: 'return_refunded', params, actor: claim.requested_by }]);
    await planReturnMail(tx, deps, here, order, { returnId: row.return_id, kind: 'return_refunded' });
  }
  // The order's sums are the store's; a refusal may mean that they changed.
  await deps.queue.send(tx, takeOrderJob, { ...here, storeId, externalOrderId });
  return true;
}

/** Makes refunds of returns in their stores exactly once, one of an order at a time. */
export function createRefunding(deps: Deps, patience: Patience): RunningEffect {
  const refunding: Effect<RefundClaim, RefundEnd, Refunding, OpenStore, RefundableAmount> = {
    name: 'refunding-returns',
    row: RETURN_REFUND,
    job: REFUND_RETURN_JOB,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.refund_id,
    // WooCommerce has no idempotency keys, and Shopify doesn't say how long it keeps them.
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: 'RETURN_REFUND_REFUSED',
    // The order and its refunds are read before the refund is made.
    severalRequests: true,
    async admit(tx, { workplaceId }, ids) {
      await lockOrders(tx, workplaceId, await findOrderIds(tx, workplaceId, ids));
      return pickOldest(tx, workplaceId, ids);
    },
    claimParts: refundParts,
    claim: takeUp,
    open: (here, { order }, call) => withStore(deps, here, order.store_id, call),
    ask: (_here, work, open) => ask(work, open),
    bar,
    send: (_here, { input }, open) => send(input, open),
    refuse,
    async record(tx, here, ended) {
      const ids = ended.map(({ work }) => work.claim.order_id);
      const orders = new Map((await lockOrders(tx, here.workplaceId, ids)).map((order) => [order.order_id, order]));
      const done: boolean[] = [];
      for (const one of ended) {
        const order = orders.get(one.work.claim.order_id);
        done.push(order !== undefined && (await recordOne(tx, deps, here, order, one)));
      }
      return done;
    },
  };
  return runEffect(deps, refunding, patience);
}

import { ConnectorError, type PaymentNotes, type SupplierOrder } from '@quayside/connector-kit';
import { type Money, money } from '@quayside/kernel';
import type { Again } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import type {
  ClaimedWork,
  Effect,
  FinishedWork,
  LookupResult,
  RunningEffect,
  Work,
} from '../../../jobs/effect/effect.ts';
import { MOST_PAUSES, type Patience, pauseMs, questionPauseMs } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { publish } from '../../../live/publish.ts';
import { SUSPENDED_MS } from '../../../sending/suspended.ts';
import { type Connection, type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { addEvents, findLines, isFlagged, lockOrders, type NewEvent, type OrderRow } from '../../orders/index.ts';
import { findPayers, type Hold, inBooksOf, release, reserve, settle } from '../../wallet/index.ts';
import { PAY_JOB } from '../jobs/purchasing.ts';
import { endPaying, PAYING, type PayClaim, type PayFinal, payingParts, savePayNotes } from '../pay-repo.ts';
import { shortage } from '../rules/shortage.ts';
import { namesOf, orderIdsOf, orderNumber } from '../tables.ts';
import { isPaidThere } from './apply-remote.ts';
import { judgeClaims, judgeSuspect } from './judge-orders.ts';
import { type BuyTools, goesTo, withOrders } from './place-supplier-order.ts';
import { moneyText, settleOrders } from './settle-orders.ts';

interface Paying extends Work<PayClaim, PayFinal> {
  order: OrderRow;
  /** All orders that it is for. */
  orders: OrderRow[];
  amount: Money;
  /** Account of the wallet that pays, if a wallet does. */
  payerId: string;
  /** As of the claim. */
  connection: Connection | undefined;
  /** The store changed one of its lines, and no person requested the payment. */
  isChanged: boolean;
}

type HeldFor = Pick<Paying, 'claim' | 'orders' | 'payerId'>;

/** A finished payment attempt. */
type PaymentEnded = FinishedWork<Paying, PayFinal>;

const holdOf = ({ workplaceId }: WorkplaceScope, { claim, orders, payerId }: HeldFor): Hold => ({
  accountId: payerId,
  workplaceId,
  mode: claim.mode,
  key: claim.payment_reference ?? '',
  reference: {
    order: namesOf(orders),
    supplier: claim.supplier,
    supplier_order_id: claim.supplier_order_id,
    order_no: orderNumber(claim),
  },
});

/** Loads the input of the payments in the order of their requests, and reserves the money. */
async function takeUp(tx: Executor, here: WorkplaceScope, taken: readonly ClaimedWork<PayClaim>[]): Promise<Paying[]> {
  const { workplaceId } = here;
  const orderIds = [...new Set(taken.flatMap(({ claim }) => orderIdsOf(claim)))];
  const flagged = (await findLines(tx, workplaceId, orderIds)).filter(isFlagged);
  const works: Paying[] = [];
  const fromWallet = taken.flatMap(({ claim }) => (claim.payer === 'wallet' ? (claim.payment_reference ?? []) : []));
  const payers = await findPayers(tx, here, fromWallet);
  const claims = await withOrders(tx, workplaceId, taken);
  const stops = await judgeClaims(
    tx,
    here,
    claims.filter(({ claim, orders }) => claim.before_attempts === 0 && !orders.some((order) => order.cancelled_at)),
  );
  for (const one of claims) {
    const stop = stops.get(one.claim.supplier_order_id);
    const { pay_process_id: asked, supplier_order_id: id } = one.claim;
    const payerId = payers.get(one.claim.payment_reference ?? '') ?? here.accountId;
    const isChanged = asked === null && flagged.some((line) => line.supplier_order_id === id);
    works.push(await workOf(tx, here, { ...one, payerId, isChanged }, stop));
  }
  return works;
}

/** The end of a payment with a canceled order; the other orders that share it wait for a person. */
function cancelledIn({ claim, orders }: Pick<Paying, 'claim' | 'orders'>): PayFinal | undefined {
  const order = orders.find((one) => one.cancelled_at);
  if (!order) return undefined;
  if (claim.other_order_ids.length === 0) return { kind: 'unpaid' };
  return { kind: 'failed', key: 'COMBINED_ORDER_CANCELLED', params: { order: order.name } };
}

/** Reserves the money in the transaction of the claim: nothing is sent without funds. */
async function workOf(
  tx: Executor,
  here: WorkplaceScope,
  taken: Omit<Paying, 'amount' | 'stop'>,
  stop: { key: string; params: object } | undefined,
): Promise<Paying> {
  const { claim, orders } = taken;
  if (claim.pay_amount === null) throw new Error('payment has no amount');
  const amount = money(claim.pay_amount, claim.currency);
  const work = { ...taken, amount, stop: undefined };
  const failed = (key: string, params: object = {}): Paying => ({ ...work, stop: { kind: 'failed', key, params } });
  if (orders.some((order) => order.mode !== claim.mode)) return failed('SANDBOX_AND_LIVE_MIXED');
  const gone = cancelledIn(taken);
  if (claim.before_attempts === 0 && gone) return { ...work, stop: gone };
  if (stop) return failed(stop.key, stop.params);
  if (claim.before_attempts === 0 && work.isSuspended)
    return { ...work, stop: { kind: 'requested', afterMs: SUSPENDED_MS, busy: true, before: claim } };
  if (claim.payer !== 'wallet') return work;
  if (claim.currency !== 'USD') return failed('WALLET_PAYS_USD', { currency: claim.currency });
  // Repeated at every attempt: without a hold, nothing can have been sent with this reference.
  const held = await inBooksOf(tx, here, taken.payerId, () => reserve(tx, { ...holdOf(here, work), amount }));
  if (held === 'reserved') return work;
  const { key, params } = shortage(amount.amount - held.short.amount, held);
  return failed(key, params);
}

/**
 * Looks up the payment if it may have been made, and reads the order: the current price is known before every payment.
 */
async function ask(
  { claim }: Paying,
  { connector, ctx }: OpenSupplier,
  { again, patience }: { again: boolean; patience: Patience },
): Promise<LookupResult<SupplierOrder, PayFinal>> {
  const key = keyOf(claim);
  if (again) {
    const made = await connector.findPayment(ctx, { ...key, kept: claim.pay_notes });
    if (made) return { end: { kind: 'paid', paymentId: made.paymentId, amount: made.amount.amount } };
  }
  const remote = await connector.getOrder(ctx, key.supplierOrderId);
  if (!remote) return { end: missing(claim, again, patience) };
  if (isPaidThere(remote))
    return { end: { kind: 'paid', paymentId: key.supplierOrderId, amount: remote.total.amount } };
  return { seen: remote };
}

/** After this many lookups at short delays, an order missing at its supplier is retried at longer ones. */
const SHORT_PAUSES = 20;

/**
 * The supplier shows neither the order nor its payment; it is looked up for most of a day. Then a possible payment
 * counts as paid and waits as a pending refund for a person, and a definitely unpaid one is released.
 */
function missing(claim: PayClaim, again: boolean, patience: Patience): PayFinal | Again {
  if (claim.pauses >= MOST_PAUSES) return { kind: 'missing', amount: again ? claim.pay_amount : null };
  const pause = claim.pauses < SHORT_PAUSES ? questionPauseMs : pauseMs;
  return { kind: again ? 'unknown' : 'requested', afterMs: pause(claim.pauses, patience), before: claim };
}

const keyOf = (claim: PayClaim) => ({
  supplierOrderId: claim.source_order_no ?? '',
  paymentReference: claim.payment_reference ?? '',
});

/** Why it must not be paid: for example, never more than the approved amount. */
function barOf(work: Paying, remote: SupplierOrder): PayFinal | undefined {
  const { amount, isChanged } = work;
  const gone = cancelledIn(work);
  if (gone) return gone;
  if (remote.state === 'cancelled') return { kind: 'failed', key: 'SUPPLIER_CANCELLED', params: {} };
  if (isChanged) return { kind: 'failed', key: 'ORDER_CHANGED_BEFORE_PAYING', params: {} };
  const { total } = remote;
  if (total.currency === amount.currency && total.amount <= amount.amount) return undefined;
  const params = {
    quoted: moneyText(amount.amount, amount.currency),
    actual: moneyText(total.amount, total.currency),
  };
  return { kind: 'failed', key: 'PRICE_CHANGED', params, total: total.amount };
}

/** The connector's notes on the steps of a payment, saved while we hold the lease. */
const notesOf = (deps: Deps, here: WorkplaceScope, { claim, token }: Paying): PaymentNotes => ({
  kept: claim.pay_notes,
  async keep(more) {
    const ours = await deps.db.tenant(here, (tx) =>
      savePayNotes(tx, here.workplaceId, claim.supplier_order_id, token, more),
    );
    // Earlier requests may have had their effect, so the next worker does a lookup first.
    if (!ours) throw new ConnectorError('unknown', 'another worker holds this payment');
  },
});

/** Records the outcome of a payment. Returns the resulting notification; undefined if its order is unchanged. */
async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  { work, end }: PaymentEnded,
): Promise<NewEvent[] | undefined> {
  const { claim } = work;
  if (!(await endPaying(tx, here.workplaceId, claim.supplier_order_id, work.token, end))) return undefined;
  const hold = holdOf(here, work);
  const inBooks = (move: () => Promise<void>) => inBooksOf(tx, here, work.payerId, move);
  const params = { supplier: connectorLabel(claim.supplier), number: orderNumber(claim) };
  const told = (kind: 'ordered' | 'payment_failed' | 'payment_timeout', more: object = {}): NewEvent[] =>
    orderIdsOf(claim).map((orderId) => ({ orderId, kind, params: { ...params, ...more } }));
  if (end.kind === 'missing') {
    const actual = end.amount === null ? undefined : money(end.amount, claim.currency);
    const { supplier } = claim;
    if (claim.payer === 'wallet')
      await inBooks(() => (actual ? settle(tx, { ...hold, actual, supplier }) : release(tx, hold)));
    return [];
  }
  if (end.kind === 'paid') {
    if (claim.payer === 'wallet') {
      // At most the hold: the operator settles any excess with the supplier.
      const actual = money(Math.min(end.amount, work.amount.amount), claim.currency);
      if (end.amount > actual.amount)
        deps.log.error({ supplierOrderId: claim.supplier_order_id }, 'supplier charged more than the approved amount');
      await inBooks(() => settle(tx, { ...hold, actual, supplier: claim.supplier }));
    }
    return told('ordered', { amount: moneyText(end.amount, claim.currency) });
  }
  if (end.kind === 'failed' || end.kind === 'unpaid') {
    if (claim.payer === 'wallet') await inBooks(() => release(tx, hold));
    return end.kind === 'failed' ? told('payment_failed', { ...end.params, reason: end.key }) : [];
  }
  if (end.kind === 'unknown' && claim.before_attempts === 0)
    await addEvents(tx, here.workplaceId, told('payment_timeout'));
  return undefined;
}

/** Records outcomes of a workplace's payments and their consequences. Returns which are final. */
async function record(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  ended: readonly PaymentEnded[],
): Promise<boolean[]> {
  const { workplaceId } = here;
  const ids = [...new Set(ended.flatMap(({ work }) => orderIdsOf(work.claim)))];
  const held = await lockOrders(tx, workplaceId, ids);
  const orders = new Map(held.map((order) => [order.order_id, order]));
  const events: NewEvent[] = [];
  const touched = new Set<string>();
  const done: boolean[] = [];
  for (const one of ended) {
    const ids = orderIdsOf(one.work.claim);
    const isHeld = ids.every((id) => orders.has(id));
    const told = isHeld ? await recordOne(tx, deps, here, one) : undefined;
    done.push(told !== undefined);
    if (!told) continue;
    for (const id of ids) touched.add(id);
    events.push(...told);
  }
  await addEvents(tx, workplaceId, events);
  if (ended.some(({ work }, at) => done[at] && work.claim.payer === 'wallet')) await publish(tx, workplaceId, 'wallet');
  await settleOrders(
    tx,
    deps,
    here,
    held.filter((order) => touched.has(order.order_id)),
  );
  return done;
}

/**
 * Pays supplier orders exactly once and exactly their amount. From the wallet, money is reserved at the claim, captured
 * when paid and released when declined.
 */
export function createPaying({ deps, patience, progress, storeGate }: BuyTools): RunningEffect {
  const paying: Effect<PayClaim, PayFinal, Paying, OpenSupplier, SupplierOrder> = {
    name: 'paying',
    row: PAYING,
    job: PAY_JOB,
    goesTo,
    idOf: (claim) => claim.supplier_order_id,
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: 'PaymentFail',
    // CJ uses a cart, a confirmation, a bill and the charge.
    severalRequests: true,
    claimParts: payingParts,
    claim: takeUp,
    open: (here, { claim, connection }, call) =>
      withSupplier(deps, here, { supplier: claim.supplier, connection }, call),
    ask: (_here, work, open, again) => ask(work, open, { again, patience }),
    bar: barOf,
    async gate(here, { claim, orders }) {
      for (const order of orders) {
        const shut = await storeGate.check(here, order);
        if (!shut) continue;
        if ('isSuspect' in shut) {
          const stop = await judgeSuspect(deps.db, here, claim, order);
          if (stop) return { kind: 'failed', key: stop.key, params: stop.params };
        } else return 'key' in shut ? { kind: 'failed', key: shut.key, params: {} } : shut;
      }
      return undefined;
    },
    async send(here, work, { connector, ctx }, { seen, passGate: beforeMoney }) {
      const steps = { notes: notesOf(deps, here, work), beforeMoney };
      const paid = await connector.payOrder(ctx, { ...keyOf(work.claim), amount: seen.total, ...steps });
      return { kind: 'paid', paymentId: paid.paymentId, amount: paid.amount.amount };
    },
    refuse: ({ key, params }) => ({ kind: 'failed', key, params }),
    record: (tx, here, ended) => record(tx, deps, here, ended),
    after(here, { claim }, isEnded) {
      const process = claim.pay_process_id ? { id: claim.pay_process_id, kind: 'payment' as const } : undefined;
      if (isEnded) for (const id of orderIdsOf(claim)) progress.touch(here, id, process);
    },
  };
  return runEffect(deps, paying, patience);
}

import { ConnectorError, type PaymentNotes } from '@quayside/connector-kit';
import { AppError, type Money, money } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { underLease } from '../../../jobs/effect/lease.ts';
import { afterNotFound, mustAskFirst } from '../../../jobs/effect/next-step.ts';
import { askAgain, outcomeOf } from '../../../jobs/effect/outcome.ts';
import { type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { together } from '../../../jobs/together.ts';
import { publish } from '../../../live/publish.ts';
import { findHold, lastRestore, refuseWhileHeld } from '../../../sending/index.ts';
import { SUSPENDED_MS, suspendedAmong } from '../../../sending/suspended.ts';
import { type Connection, type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { addEvents, findOrders, lockOrders, type NewEvent, type OrderRow, supplierLabel } from '../../orders/index.ts';
import { type Hold, release, reserve, settle } from '../../wallet/index.ts';
import { claimPaying, endPaying, keepPayNotes, notePaying, type PayClaim, type PayEnd } from '../pay-repo.ts';
import { type Claim, putOff, renewLease } from '../place-repo.ts';
import { findPurchase } from '../repo.ts';
import { PAY_OPEN } from '../rules/states.ts';
import { orderNumber } from '../tables.ts';
import { isPaidThere } from './apply-remote.ts';
import { connectionsOf, type PlaceTools } from './place-supplier-order.ts';
import { moneyText, settleOrders } from './settle-orders.ts';
import { ofWorkplace, takeTogether } from './take-together.ts';

type Here = Required<Scope>;

interface Work {
  claim: PayClaim;
  order: OrderRow;
  amount: Money;
  /** Of the worker that took it up. */
  token: string;
  /** As it was when the row was taken up. */
  connection: Connection | undefined;
  /** Nothing may be paid until the owner confirms the store and the supplier; it may be asked about. */
  isSuspended: boolean;
  /** Set where it ends before anything is sent. */
  stop: PayEnd | undefined;
}

/** A payment whose attempt ended. */
interface Ended {
  work: Work;
  end: PayEnd;
}

const BUSY_MS = 3_000;

const holdOf = (here: Here, claim: Claim, order: OrderRow): Hold => ({
  accountId: here.accountId,
  workplaceId: here.workplaceId,
  mode: claim.mode,
  key: claim.payment_reference ?? '',
  reference: {
    order: order.name,
    supplier: claim.supplier,
    supplier_order_id: claim.supplier_order_id,
    order_no: orderNumber(claim),
  },
});

/** Takes payments of one workplace up, those that nobody else holds, in the order in which they were asked for. */
async function takeUp(
  tx: Executor,
  here: Here,
  ids: readonly string[],
  token: string,
  patience: Patience,
): Promise<Work[]> {
  if (await findHold(tx, { workplaceId: here.workplaceId })) {
    await putOff(tx, here.workplaceId, ids);
    return [];
  }
  const restore = await lastRestore(tx);
  const claims = await claimPaying(tx, here.workplaceId, ids, token, patience, restore?.restoredAt ?? null);
  if (claims.length === 0) return [];
  const orderIds = [...new Set(claims.map((claim) => claim.order_id))];
  const orders = new Map((await findOrders(tx, here.workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const connections = await connectionsOf(tx, here.workplaceId, claims);
  const suspended = await suspendedAmong(tx, here.workplaceId, {
    connectionIds: claims.map((claim) => claim.connection_id),
    storeIds: [...orders.values()].map((order) => order.store_id),
  });
  const works: Work[] = [];
  for (const claim of claims.toSorted((a, b) => ids.indexOf(a.supplier_order_id) - ids.indexOf(b.supplier_order_id))) {
    const order = orders.get(claim.order_id);
    if (!order) throw new Error('a payment without its order');
    const isSuspended = suspended.has(claim.connection_id) || suspended.has(order.store_id);
    const connection = connections.get(claim.connection_id);
    works.push(await workOf(tx, here, { claim, order, token, connection, isSuspended }));
  }
  return works;
}

/** Sets the money aside in the step that takes the payment up: nothing is sent for money that is not there. */
async function workOf(tx: Executor, here: Here, taken: Omit<Work, 'amount' | 'stop'>): Promise<Work> {
  const { claim, order } = taken;
  if (claim.pay_amount === null) throw new Error('a payment without its amount');
  const amount = money(claim.pay_amount, claim.currency);
  const work = { ...taken, amount, stop: undefined };
  const failed = (key: string, params: object = {}): Work => ({ ...work, stop: { kind: 'failed', key, params } });
  if (order.mode !== claim.mode) return failed('SANDBOX_AND_LIVE_MIXED');
  if (claim.before_attempts === 0 && order.cancelled_at) return { ...work, stop: { kind: 'unpaid' } };
  if (claim.before_attempts === 0 && work.isSuspended)
    return { ...work, stop: { kind: 'requested', afterMs: SUSPENDED_MS, busy: true, before: claim } };
  if (claim.payer !== 'wallet') return work;
  if (claim.currency !== 'USD') return failed('WALLET_PAYS_USD', { currency: claim.currency });
  // Asked for at every attempt: where it is not set aside, nothing can have been sent under this reference.
  const held = await reserve(tx, { ...holdOf(here, claim, order), amount });
  if (held === 'reserved') return work;
  const short = moneyText(held.short.amount, held.short.currency);
  const available = moneyText(amount.amount - held.short.amount, amount.currency);
  return failed('WALLET_SHORT', { short, available });
}

/** A question has no effect: whatever goes wrong with it, the payment stays as unknown as it was. */
async function ask<T>(question: () => Promise<T>, claim: Claim): Promise<{ answer: T } | PayEnd> {
  try {
    return { answer: await question() };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind === 'auth') throw error;
    const again = askAgain(error, claim.pauses);
    return claim.before_attempts > 0 ? { kind: 'unknown', ...again } : { kind: 'requested', ...again, before: claim };
  }
}

/** Pays the exact amount, or finds that it is paid. Every call that may have an effect is noted before it is sent. */
async function attempt(
  { deps, patience }: PlaceTools,
  here: Here,
  { claim, order, amount, token, isSuspended }: Work,
  { connector, ctx }: OpenSupplier,
  signal: AbortSignal,
): Promise<PayEnd> {
  const called = { ...ctx, signal };
  const supplierOrderId = claim.source_order_no ?? '';
  const key = { supplierOrderId, paymentReference: claim.payment_reference ?? '' };
  const before = { attempts: claim.before_attempts, sinceSentMs: claim.since_sent_ms };
  const again = mustAskFirst(before) || claim.asks;
  if (again) {
    const asked = await ask(() => connector.findPayment(called, key), claim);
    if (!('answer' in asked)) return asked;
    if (asked.answer) return { kind: 'paid', paymentId: asked.answer.paymentId, amount: asked.answer.amount.amount };
  }
  // What the supplier asks for now is looked at before every payment: more than was agreed to is never paid.
  const read = await ask(() => connector.getOrder(called, supplierOrderId), claim);
  if (!('answer' in read)) return read;
  const remote = read.answer;
  if (!remote) return { kind: again ? 'unknown' : 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  if (isPaidThere(remote)) return { kind: 'paid', paymentId: supplierOrderId, amount: remote.total.amount };
  if (again) {
    const next = afterNotFound(before, patience.settleMs);
    if (next.step === 'wait') return { kind: 'unknown', afterMs: next.ms };
    if (order.cancelled_at) return { kind: 'unpaid' };
  }
  if (remote.state === 'cancelled') return { kind: 'failed', key: 'SUPPLIER_CANCELLED', params: {} };
  const { total } = remote;
  if (total.currency !== amount.currency || total.amount > amount.amount) {
    const params = {
      quoted: moneyText(amount.amount, amount.currency),
      actual: moneyText(total.amount, total.currency),
    };
    return { kind: 'failed', key: 'PRICE_CHANGED', params, total: total.amount };
  }
  // It was sent before it was suspended, did not arrive, and is not sent again meanwhile.
  if (isSuspended) return { kind: 'unknown', afterMs: SUSPENDED_MS, busy: true };
  if (again) {
    const ours = await deps.db.tenant(here, (tx) => notePaying(tx, here.workplaceId, claim.supplier_order_id, token));
    if (!ours) throw new Later(BUSY_MS, 'another worker pays it');
  }
  const notes: PaymentNotes = {
    kept: claim.pay_notes,
    async keep(more) {
      const ours = await deps.db.tenant(here, (tx) =>
        keepPayNotes(tx, here.workplaceId, claim.supplier_order_id, token, more),
      );
      // What was sent so far may well have had its effect: whoever goes on asks first.
      if (!ours) throw new ConnectorError('unknown', 'another worker pays it');
    },
  };
  const paid = await connector.payOrder(called, { ...key, amount: total, notes });
  return { kind: 'paid', paymentId: paid.paymentId, amount: paid.amount.amount };
}

function endOf(error: unknown, claim: Claim): PayEnd {
  const mayStand = claim.before_attempts > 0;
  if (mayStand && (error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth')))
    return { kind: 'unknown', afterMs: pauseMs(claim.pauses) };
  if (error instanceof AppError) return { kind: 'failed', key: error.code, params: error.params };
  if (!(error instanceof ConnectorError)) throw error;
  const outcome = outcomeOf(error, claim.pauses, 'PaymentFail');
  if (outcome.kind === 'doubt') return { kind: 'unknown', afterMs: outcome.afterMs, called: true };
  if (outcome.kind === 'wait')
    return { kind: 'requested', afterMs: outcome.afterMs, busy: outcome.busy, before: claim };
  return { kind: 'failed', key: outcome.key, params: outcome.params };
}

/** Writes down how one payment ended. Answers what is to be told of it, undefined where its order stays as it is. */
async function recordOne(
  tx: Executor,
  deps: Deps,
  here: Here,
  order: OrderRow,
  { work, end }: Ended,
): Promise<NewEvent[] | undefined> {
  const { claim } = work;
  if (!(await endPaying(tx, here.workplaceId, claim.supplier_order_id, work.token, end))) return undefined;
  const hold = holdOf(here, claim, order);
  const params = { supplier: supplierLabel(claim.supplier), number: orderNumber(claim) };
  const event = (kind: 'ordered' | 'payment_failed' | 'payment_timeout', more: object = {}): NewEvent => ({
    orderId: order.order_id,
    kind,
    params: { ...params, ...more },
  });
  if (end.kind === 'paid') {
    if (claim.payer === 'wallet') {
      // Never more than was set aside: what a supplier took beyond it is between him and the operator.
      const actual = money(Math.min(end.amount, work.amount.amount), claim.currency);
      if (end.amount > actual.amount)
        deps.log.error({ supplierOrderId: claim.supplier_order_id }, 'a supplier took more than was agreed to');
      await settle(tx, { ...hold, actual, supplier: claim.supplier });
    }
    return [event('ordered', { amount: moneyText(end.amount, claim.currency) })];
  }
  if (end.kind === 'failed' || end.kind === 'unpaid') {
    if (claim.payer === 'wallet') await release(tx, hold);
    return end.kind === 'failed' ? [event('payment_failed', { ...end.params, reason: end.key })] : [];
  }
  if (end.kind === 'unknown' && claim.before_attempts === 0)
    await addEvents(tx, here.workplaceId, [event('payment_timeout')]);
  return undefined;
}

/** Writes down how some payments of one workplace ended, and what follows. Answers for each whether it ended for good. */
async function record(tx: Executor, deps: Deps, here: Here, ended: readonly Ended[]): Promise<boolean[]> {
  const { workplaceId } = here;
  const ids = [...new Set(ended.map(({ work }) => work.claim.order_id))];
  const held = await lockOrders(tx, workplaceId, ids);
  const orders = new Map(held.map((order) => [order.order_id, order]));
  const events: NewEvent[] = [];
  const touched = new Set<string>();
  const done: boolean[] = [];
  for (const one of ended) {
    const order = orders.get(one.work.claim.order_id);
    const told = order && (await recordOne(tx, deps, here, order, one));
    done.push(told !== undefined);
    if (!told) continue;
    touched.add(order.order_id);
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
 * Pays supplier orders exactly once each and exactly their amounts. From the wallet the money is set aside when the payment
 * is taken up, goes to the supplier when it is paid, and comes back when it is refused. What many jobs of a workplace take
 * up or record at the same moment shares a transaction.
 */
export function createPaying(tools: PlaceTools): (here: Here, id: string) => Promise<void> {
  const { deps, patience, progress } = tools;
  const take = takeTogether(deps, (tx, here, ids, token) => takeUp(tx, here, ids, token, patience));

  const recorded = together(ofWorkplace, (here: Here, asked: readonly Ended[]) => {
    return deps.db.tenant(here, (tx) => record(tx, deps, here, asked));
  });

  async function endOfWork(here: Here, work: Work): Promise<PayEnd> {
    if (work.stop) return work.stop;
    const { claim, token } = work;
    try {
      const renew = () =>
        deps.db.tenant(here, (tx) =>
          renewLease(tx, here.workplaceId, claim.supplier_order_id, token, patience.leaseMs),
        );
      return await underLease(patience.renewMs, renew, (signal) =>
        withSupplier(deps, here, { supplier: claim.supplier, connection: work.connection }, (open) =>
          attempt(tools, here, work, open, signal),
        ),
      );
    } catch (error) {
      return endOf(error, claim);
    }
  }

  return async (here, id) => {
    const work = await take(here, id);
    if (!work) {
      await deps.db.read(here, (ex) => refuseWhileHeld(ex, here));
      const row = await deps.db.read(here, (ex) => findPurchase(ex, here.workplaceId, id));
      if (row && row.state === 'placed' && PAY_OPEN.includes(row.pay_state))
        throw new Later(BUSY_MS, 'another worker pays it');
      return;
    }
    const end = await endOfWork(here, work);
    const { claim } = work;
    const process = claim.pay_process_id ? { id: claim.pay_process_id, kind: 'payment' as const } : undefined;
    if (await recorded(here, { work, end })) progress.touch(here, claim.order_id, process);
    if (end.kind === 'requested' || end.kind === 'unknown') throw new Later(end.afterMs, `paying: ${end.kind}`);
  };
}

import { ConnectorError, type ShippingOption, type SupplierOrderInput } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { underLease } from '../../../jobs/effect/lease.ts';
import { afterNotFound, mustAskFirst } from '../../../jobs/effect/next-step.ts';
import { askAgain, outcomeOf } from '../../../jobs/effect/outcome.ts';
import { MOST_PAUSES, type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { together } from '../../../jobs/together.ts';
import { findHold, lastRestore, refuseWhileHeld } from '../../../sending/index.ts';
import { SUSPENDED_MS, suspendedAmong } from '../../../sending/suspended.ts';
import { type Connection, findConnections, type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { findOrders, isFlagged, type LineRow, linesOf, type OrderRow, toBuy } from '../../orders/index.ts';
import { checkRestoredJob } from '../jobs/purchasing.ts';
import { isChecked, lostOrders } from '../lost-repo.ts';
import { type Claim, claimPlacing, noteSending, putOff, renewLease, type SendingRow } from '../place-repo.ts';
import { findPurchase, linesOfPurchases } from '../repo.ts';
import { type LostMatch, matchLost } from '../rules/lost-order.ts';
import { PLACE_OPEN } from '../rules/states.ts';
import type { PurchaseLineRow } from '../tables.ts';
import type { Progress } from './progress.ts';
import { cheapestService } from './quote.ts';
import { type Attempt, type Ended, recordPlacing } from './record-placing.ts';
import { ofWorkplace, takeTogether } from './take-together.ts';

type Here = Required<Scope>;

export interface PlaceTools {
  deps: Deps;
  patience: Patience;
  progress: Progress;
}

interface Work {
  claim: Claim;
  order: OrderRow;
  lines: PurchaseLineRow[];
  /** Of the worker that took it up. */
  token: string;
  /** As it was when the row was taken up. */
  connection: Connection | undefined;
  /** Nothing may be sent until the owner confirms the store and the supplier; it may be asked about. */
  isSuspended: boolean;
  /** Why it must not be sent (again); it may be asked about. */
  bar: string | undefined;
}

/** Another worker holds the row: its job goes on, this one looks again in case that worker dies. */
const BUSY_MS = 3_000;

/** The supplier's orders are compared with ours by a job first. */
const COMPARED_MS = 5_000;

/** The connections of some supplier orders by their ids. */
export const connectionsOf = async (
  tx: Executor,
  workplaceId: string,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, Connection>> => {
  const ids = [...new Set(claims.map((claim) => claim.connection_id))];
  return new Map((await findConnections(tx, workplaceId, ids)).map((row) => [row.connection_id, row]));
};

/** Takes supplier orders of one workplace up, those that nobody else holds. */
async function takeUp(
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  token: string,
  patience: Patience,
): Promise<Work[]> {
  if (await findHold(tx, { workplaceId })) {
    await putOff(tx, workplaceId, ids);
    return [];
  }
  const restore = await lastRestore(tx);
  const claims = await claimPlacing(tx, workplaceId, ids, token, patience, restore?.restoredAt ?? null);
  if (claims.length === 0) return [];
  const orderIds = [...new Set(claims.map((claim) => claim.order_id))];
  const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const bought = await linesOfPurchases(
    tx,
    workplaceId,
    claims.map((claim) => claim.supplier_order_id),
  );
  const linesBy = Map.groupBy(bought, (line) => line.supplier_order_id);
  const orderLines = Map.groupBy(await linesOf(tx, workplaceId, orderIds), (line) => line.order_id);
  const connections = await connectionsOf(tx, workplaceId, claims);
  const suspended = await suspendedAmong(tx, workplaceId, {
    connectionIds: claims.map((claim) => claim.connection_id),
    storeIds: [...orders.values()].map((order) => order.store_id),
  });
  return claims.map((claim) => {
    const order = orders.get(claim.order_id);
    if (!order) throw new Error('a supplier order without its order');
    const lines = linesBy.get(claim.supplier_order_id) ?? [];
    const connection = connections.get(claim.connection_id);
    return {
      claim,
      order,
      lines,
      token,
      connection,
      isSuspended: suspended.has(claim.connection_id) || suspended.has(order.store_id),
      bar: barOf(claim, order, lines, orderLines.get(order.order_id) ?? []),
    };
  });
}

/** Why a supplier order must not be sent any more: the store changed what it is for. */
function barOf(
  claim: Claim,
  order: OrderRow,
  lines: readonly PurchaseLineRow[],
  orderLines: readonly LineRow[],
): string | undefined {
  if (order.cancelled_at) return 'ORDER_CANCELLED';
  if (order.mode !== claim.mode) return 'SANDBOX_AND_LIVE_MIXED';
  for (const bought of lines) {
    const line = orderLines.find((one) => one.line_id === bought.line_id);
    if (line?.state !== 'placing' || toBuy(line) !== bought.quantity || isFlagged(line))
      return 'ORDER_CHANGED_BEFORE_PLACING';
  }
  return undefined;
}

const inputOf = ({ claim, order, lines }: Work, shippingMethod: string): SupplierOrderInput => ({
  reference: claim.reference,
  account: claim.connection_id,
  orderName: order.name,
  address: claim.address,
  shippingMethod,
  lines: lines.map((line) => ({
    ref: line.line_id,
    sourceProductId: line.source_product_id,
    sourceVariantId: line.source_variant_id,
    sku: line.sku,
    quantity: line.quantity,
  })),
});

/** A question has no effect: whatever goes wrong with it, what it was about stays as unknown as it was. */
async function ask<T>(question: () => Promise<T>, claim: Claim): Promise<{ answer: T } | Attempt> {
  try {
    return { answer: await question() };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind === 'auth') throw error;
    return { end: { kind: 'unknown', ...askAgain(error, claim.pauses) } };
  }
}

/** Notes a call before it is sent. false: the lease is lost and nothing may be sent. */
type NoteSending = (here: Here, row: SendingRow) => Promise<boolean>;

/** Places the order, or finds that it is placed. Every call that may have an effect is noted before it is sent. */
async function attempt(
  { deps, patience, note }: PlaceTools & { note: NoteSending },
  here: Here,
  work: Work,
  { connector, ctx }: OpenSupplier,
  signal: AbortSignal,
): Promise<Attempt> {
  const { claim } = work;
  const called = { ...ctx, signal };
  const before = { attempts: claim.before_attempts, sinceSentMs: claim.since_sent_ms };
  const send = async (noted: boolean, method: string, shipping?: ShippingOption): Promise<Attempt> => {
    if (noted) {
      const row = { id: claim.supplier_order_id, token: work.token, shipping };
      if (!(await note(here, row))) throw new Later(BUSY_MS, 'another worker places it');
    }
    return { remote: await connector.createOrder(called, inputOf(work, method)) };
  };

  if (claim.asks && !mustAskFirst(before) && !(await isComparedSince(deps, here, claim))) {
    await deps.db.tenant(here, (tx) => deps.queue.send(tx, checkRestoredJob, connectionOf(here, claim)));
    return { end: { kind: 'requested', afterMs: COMPARED_MS, busy: true, before: claim } };
  }
  if (mustAskFirst(before) || claim.asks) {
    const asked = await ask(() => connector.findOrder(called, claim.reference), claim);
    if (!('answer' in asked)) return asked;
    if (asked.answer) return { remote: asked.answer };
    if (claim.asks) {
      const lost = await findLost(deps, here, work);
      if (lost?.kind === 'same') {
        const { source_order_no: number } = lost.order;
        const found = await ask(() => connector.getOrder(called, number), claim);
        if (!('answer' in found)) return found;
        if (found.answer) return { remote: found.answer };
      }
      if (lost?.kind === 'doubt') {
        const number = lost.order.order_number ?? lost.order.source_order_no;
        return { end: { kind: 'failed', key: 'MAY_BE_BOUGHT_ALREADY', params: { number } } };
      }
    }
    const next = afterNotFound(before, patience.settleMs);
    if (next.step === 'wait') return { end: { kind: 'unknown', afterMs: next.ms } };
    if (work.bar) return { end: { kind: 'cancelled', key: work.bar, params: {} } };
    if (work.isSuspended) return { end: { kind: 'unknown', afterMs: SUSPENDED_MS, busy: true } };
    if (claim.shipping_method !== null) return send(true, claim.shipping_method);
  }
  // Asked about and to be sent for the first time, with the service still to be chosen: as any other first call.
  if (work.isSuspended) return { end: { kind: 'requested', afterMs: SUSPENDED_MS, busy: true, before: claim } };
  else if (claim.shipping_method !== null) return send(false, claim.shipping_method);
  const shipping = await cheapestService(deps, here, claim, work.lines);
  return send(true, shipping.serviceName, shipping);
}

const connectionOf = ({ accountId, workplaceId }: Here, { connection_id: connectionId }: Claim) => ({
  accountId,
  workplaceId,
  connectionId,
});

/** Whether the supplier's orders were compared with ours since the restore; before that nothing from before it is sent. */
const isComparedSince = (deps: Deps, { accountId, workplaceId }: Here, claim: Claim): Promise<boolean> =>
  deps.db.read({ accountId, workplaceId }, async (ex) => {
    const restore = await lastRestore(ex);
    return !restore || isChecked(ex, workplaceId, claim.connection_id, restore.restoredAt);
  });

/** An order that the supplier has from before the restore and that this one may be. */
const findLost = (deps: Deps, here: Here, { claim, lines }: Work): Promise<LostMatch | undefined> =>
  deps.db.read(here, async (ex) =>
    matchLost(
      lines.map((line) => ({ variant: line.source_variant_id, quantity: line.quantity })),
      await lostOrders(ex, here.workplaceId, claim.connection_id, claim),
    ),
  );

function endOf(error: unknown, claim: Claim): Attempt {
  const mayStand = claim.before_attempts > 0;
  // An earlier call may stand at the supplier: it is asked about for as long as it takes, also while nobody is let in.
  if (mayStand && (error instanceof AppError || (error instanceof ConnectorError && error.kind === 'auth')))
    return { end: { kind: 'unknown', afterMs: pauseMs(claim.pauses) } };
  // The supplier is not connected (any more): a person must see to it before anything can be bought.
  if (error instanceof AppError) return { end: { kind: 'failed', key: error.code, params: error.params } };
  if (!(error instanceof ConnectorError)) throw error;
  const outcome = outcomeOf(error, claim.pauses, 'error_checkout_products');
  if (outcome.kind === 'doubt') return { end: { kind: 'unknown', afterMs: outcome.afterMs, called: true } };
  if (outcome.kind === 'wait')
    return claim.pauses >= MOST_PAUSES && !mayStand && !outcome.busy
      ? { end: { kind: 'failed', key: 'SUPPLIER_DOES_NOT_ANSWER', params: {} } }
      : { end: { kind: 'requested', afterMs: outcome.afterMs, busy: outcome.busy, before: claim } };
  return {
    end: { kind: 'failed', key: outcome.key, params: outcome.params },
    ...(outcome.lines ? { atFault: outcome.lines } : {}),
  };
}

/**
 * Places supplier orders exactly once each. A worker takes the row up for itself, calls out outside of any transaction, and
 * records the outcome; a call whose outcome is unknown is asked about by our reference before anything is sent again. What
 * many jobs of a workplace take up or record at the same moment shares a transaction.
 */
export function createPlacing(tools: PlaceTools): (here: Here, id: string) => Promise<void> {
  const { deps, patience, progress } = tools;
  const take = takeTogether(deps, (tx, here, ids, token) => takeUp(tx, here.workplaceId, ids, token, patience));

  const note = together(ofWorkplace, (here: Here, asked: readonly SendingRow[]) => {
    return deps.db.tenant(here, async (tx) => {
      const ours = await noteSending(tx, here.workplaceId, asked);
      return asked.map((one) => ours.has(one.id));
    });
  });

  const record = together(ofWorkplace, (here: Here, asked: readonly Ended[]) => {
    return deps.db.tenant(here, async (tx) => {
      await recordPlacing(tx, deps, here, asked);
      return asked.map(() => undefined);
    });
  });

  async function resultOf(here: Here, work: Work): Promise<Attempt> {
    const { claim, bar, token } = work;
    if (bar && claim.before_attempts === 0 && !claim.asks) return { end: { kind: 'cancelled', key: bar, params: {} } };
    try {
      const renew = () =>
        deps.db.tenant(here, (tx) =>
          renewLease(tx, here.workplaceId, claim.supplier_order_id, token, patience.leaseMs),
        );
      return await underLease(patience.renewMs, renew, (signal) =>
        withSupplier(deps, here, { supplier: claim.supplier, connection: work.connection }, (open) =>
          attempt({ ...tools, note }, here, work, open, signal),
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
      if (row && PLACE_OPEN.includes(row.state)) throw new Later(BUSY_MS, 'another worker places it');
      return;
    }
    const { claim, lines, token } = work;
    const result = await resultOf(here, work);
    await record(here, { claim, lines, token, result });
    progress.touch(here, claim.order_id, { id: claim.placement_id, kind: 'placement' });
    if ('end' in result && (result.end.kind === 'requested' || result.end.kind === 'unknown'))
      throw new Later(result.end.afterMs, `placing: ${result.end.kind}`);
  };
}

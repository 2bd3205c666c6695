import {
  ConnectorError,
  type ShippingOption,
  type SupplierOrder,
  type SupplierOrderInput,
} from '@quayside/connector-kit';
import { AppError, moved, newId } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { underLease } from '../../../jobs/effect/lease.ts';
import { afterNotFound, mustAskFirst } from '../../../jobs/effect/next-step.ts';
import { askAgain, outcomeOf } from '../../../jobs/effect/outcome.ts';
import { MOST_PAUSES, type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { type OpenSupplier, withSupplier } from '../../connections/index.ts';
import {
  addEvents,
  findOrder,
  LINE_MOVES,
  type LinePatch,
  type LineRow,
  linesOf,
  lockOrder,
  type OrderRow,
  patchLines,
  supplierLabel,
  toBuy,
} from '../../orders/index.ts';
import {
  type Claim,
  claimPlacing,
  endPlacing,
  isStop,
  noteSending,
  type PlaceEnd,
  type PlaceStop,
  renewLease,
} from '../place-repo.ts';
import { findPurchase, linesOfPurchases } from '../repo.ts';
import { PLACE_OPEN } from '../rules/states.ts';
import type { PurchaseLineRow } from '../tables.ts';
import { applyRemote } from './apply-remote.ts';
import type { Progress } from './progress.ts';
import { cheapestService } from './quote.ts';
import { settleOrder } from './settle-order.ts';

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
  /** Why it must not be sent (again); it may be asked about. */
  bar: string | undefined;
}

/** What came of an attempt: the supplier's order, or how else it ended. */
type Attempt = { remote: SupplierOrder } | { end: Exclude<PlaceEnd, { kind: 'placed' }>; atFault?: readonly string[] };

/** Another worker holds the row: its job goes on, this one looks again in case that worker dies. */
const BUSY_MS = 3_000;

async function takeUp(
  tx: Executor,
  here: Here,
  id: string,
  token: string,
  patience: Patience,
): Promise<Work | undefined> {
  const claim = await claimPlacing(tx, here.workplaceId, id, token, patience);
  if (!claim) return undefined;
  const order = await findOrder(tx, here.workplaceId, claim.order_id);
  if (!order) throw new Error('a supplier order without its order');
  const lines = await linesOfPurchases(tx, here.workplaceId, [id]);
  const orderLines = await linesOf(tx, here.workplaceId, [claim.order_id]);
  return { claim, order, lines, bar: barOf(claim, order, lines, orderLines) };
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
    if (line?.state !== 'placing' || toBuy(line) !== bought.quantity) return 'ORDER_CHANGED_BEFORE_PLACING';
  }
  return undefined;
}

const inputOf = ({ claim, order, lines }: Work, shippingMethod: string): SupplierOrderInput => ({
  reference: claim.reference,
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

/** Places the order, or finds that it is placed. Every call that may have an effect is noted before it is sent. */
async function attempt(
  { deps, patience }: PlaceTools,
  here: Here,
  work: Work,
  token: string,
  { connector, ctx }: OpenSupplier,
  signal: AbortSignal,
): Promise<Attempt> {
  const { claim } = work;
  const called = { ...ctx, signal };
  const before = { attempts: claim.before_attempts, sinceSentMs: claim.since_sent_ms };
  const send = async (note: boolean, method: string, shipping?: ShippingOption): Promise<Attempt> => {
    if (note) {
      const ours = await deps.db.tenant(here, (tx) =>
        noteSending(tx, here.workplaceId, claim.supplier_order_id, token, shipping),
      );
      if (!ours) throw new Later(BUSY_MS, 'another worker places it');
    }
    return { remote: await connector.createOrder(called, inputOf(work, method)) };
  };

  if (mustAskFirst(before)) {
    const asked = await ask(() => connector.findOrder(called, claim.reference), claim);
    if (!('answer' in asked)) return asked;
    if (asked.answer) return { remote: asked.answer };
    const next = afterNotFound(before, patience.settleMs);
    if (next.step === 'wait') return { end: { kind: 'unknown', afterMs: next.ms } };
    if (work.bar) return { end: { kind: 'cancelled', key: work.bar, params: {} } };
    return send(true, claim.shipping_method ?? '');
  }
  if (claim.shipping_method !== null) return send(false, claim.shipping_method);
  const shipping = await cheapestService(deps, here, claim, work.lines);
  return send(true, shipping.serviceName, shipping);
}

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

/** Lines of a supplier order that came to nothing: those at fault wait for a person, the others are free again. */
function freed(
  lines: readonly LineRow[],
  bought: readonly PurchaseLineRow[],
  end: PlaceStop,
  atFault: readonly string[] | undefined,
  country: string,
): LinePatch[] {
  const own = lines.filter((line) => bought.some((one) => one.line_id === line.line_id) && line.state === 'placing');
  const named = atFault?.filter((id) => own.some((line) => line.line_id === id)) ?? [];
  const blocks = (line: LineRow): boolean =>
    end.kind === 'failed' && (named.length === 0 || named.includes(line.line_id));
  return own.map((line): LinePatch => {
    const free = end.key === 'ORDER_CANCELLED' ? 'cancelled' : moved(LINE_MOVES, line.state, 'free');
    const state = (blocks(line) ? moved(LINE_MOVES, line.state, 'block') : free) ?? line.state;
    const params = { title: line.title, country, ...end.params };
    const base = { order_id: line.order_id, line_id: line.line_id, state, supplier_order_id: null };
    return { ...base, block: blocks(line) ? { key: end.key, params } : null };
  });
}

async function recordPlaced(
  tx: Executor,
  deps: Deps,
  here: Here,
  order: OrderRow,
  work: Work,
  remote: SupplierOrder,
): Promise<void> {
  const { workplaceId } = here;
  const { claim, lines } = work;
  const number = remote.number ?? remote.supplierOrderId;
  await patchLines(
    tx,
    workplaceId,
    lines.map((line) => ({
      order_id: line.order_id,
      line_id: line.line_id,
      state: 'placed' as const,
      block: null,
      supplier_order_id: claim.supplier_order_id,
      source_order_no: number,
    })),
  );
  const params = { supplier: supplierLabel(claim.supplier), number };
  await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'created_to_supplier', params }]);
  if (remote.state === 'created' || remote.state === 'unpaid') return;
  // Found after a crash it may have moved on already: shipped, paid, refused.
  const row = await findPurchase(tx, workplaceId, claim.supplier_order_id);
  if (row) await applyRemote(tx, deps, here, order, row, remote);
}

async function record(tools: PlaceTools, here: Here, work: Work, token: string, result: Attempt): Promise<void> {
  const { deps } = tools;
  const { workplaceId } = here;
  const { claim } = work;
  await deps.db.tenant(here, async (tx) => {
    const order = await lockOrder(tx, workplaceId, claim.order_id);
    if (!order) return;
    const end: PlaceEnd =
      'end' in result
        ? result.end
        : {
            kind: 'placed',
            sourceOrderNo: result.remote.supplierOrderId,
            orderNumber: result.remote.number ?? null,
            items: result.remote.itemsCost.amount,
            shipping: result.remote.shippingCost.amount,
            total: result.remote.total.amount,
            currency: result.remote.total.currency,
            remoteState: result.remote.state,
          };
    const lines = isStop(end) ? await linesOf(tx, workplaceId, [order.order_id]) : [];
    const atFault = 'end' in result ? result.atFault : undefined;
    const patches = isStop(end) ? freed(lines, work.lines, end, atFault, order.ship_country ?? '') : [];
    // Only the lines at fault are named, not all that were to be bought with them.
    const title = lines
      .filter((line) => patches.some((patch) => patch.state === 'blocked' && patch.line_id === line.line_id))
      .map((line) => line.title)
      .join(', ');
    const told = isStop(end) && title ? { ...end, params: { title, ...end.params } } : end;
    if (!(await endPlacing(tx, workplaceId, claim.supplier_order_id, token, told))) return;
    if ('remote' in result) {
      await recordPlaced(tx, deps, here, order, work, result.remote);
    } else if (isStop(end)) {
      await patchLines(tx, workplaceId, patches);
      const params = {
        title,
        country: order.ship_country ?? '',
        ...end.params,
        reason: end.key,
        supplier: supplierLabel(claim.supplier),
      };
      await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'create_failed', params }]);
    } else return;
    await settleOrder(tx, deps, here, order);
  });
  const process = { id: claim.placement_id, kind: 'placement' as const };
  tools.progress.touch(here, claim.order_id, process);
}

/**
 * Places one supplier order exactly once. A worker takes the row up for itself, calls out outside of any transaction, and
 * records the outcome; a call whose outcome is unknown is asked about by our reference before anything is sent again.
 */
export async function placeSupplierOrder(tools: PlaceTools, here: Here, id: string): Promise<void> {
  const { deps, patience } = tools;
  const { workplaceId } = here;
  const token = newId();
  const work = await deps.db.tenant(here, (tx) => takeUp(tx, here, id, token, patience));
  if (!work) {
    const row = await deps.db.read(here, (ex) => findPurchase(ex, workplaceId, id));
    if (row && PLACE_OPEN.includes(row.state)) throw new Later(BUSY_MS, 'another worker places it');
    return;
  }
  let result: Attempt;
  if (work.bar && work.claim.before_attempts === 0) {
    result = { end: { kind: 'cancelled', key: work.bar, params: {} } };
  } else {
    try {
      const renew = () => deps.db.tenant(here, (tx) => renewLease(tx, workplaceId, id, token, patience.leaseMs));
      result = await underLease(patience.renewMs, renew, (signal) =>
        withSupplier(deps, here, { connectionId: work.claim.connection_id }, (open) =>
          attempt(tools, here, work, token, open, signal),
        ),
      );
    } catch (error) {
      result = endOf(error, work.claim);
    }
  }
  await record(tools, here, work, token, result);
  if ('end' in result && (result.end.kind === 'requested' || result.end.kind === 'unknown'))
    throw new Later(result.end.afterMs, `placing: ${result.end.kind}`);
}

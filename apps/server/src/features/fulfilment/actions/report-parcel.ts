import { ConnectorError, type FulfillmentInput } from '@quayside/connector-kit';
import { AppError, newId } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { underLease } from '../../../jobs/effect/lease.ts';
import { afterNotFound, mustAskFirst } from '../../../jobs/effect/next-step.ts';
import { askAgain, outcomeOf } from '../../../jobs/effect/outcome.ts';
import { type Patience, pauseMs } from '../../../jobs/effect/pauses.ts';
import { publish } from '../../../live/publish.ts';
import { findHold, type Hold, lastRestore, SendingHeld } from '../../../sending/index.ts';
import { SUSPENDED_MS } from '../../../sending/suspended.ts';
import { type OpenStore, withStore } from '../../connections/index.ts';
import {
  addEvents,
  findOrder,
  fulfillmentStatusOf,
  linesOf,
  lockOrder,
  type OrderRow,
  patchLines,
  patchOrders,
  takeOrderJob,
} from '../../orders/index.ts';
import { findShipment, linesOfShipments, toldPieces } from '../repo.ts';
import {
  claimReport,
  endReport,
  LONG_WAITS,
  noteSending,
  putOffReport,
  type ReportClaim,
  type ReportEnd,
  renewReport,
  STORE_HOLDS_ORDER,
  STORE_SUSPENDED,
  shipmentIds,
} from '../report-repo.ts';
import { completesOrder, type Pieces, recognise } from '../rules/parcels.ts';

type Here = Required<Scope>;

interface Work {
  claim: ReportClaim;
  order: OrderRow;
  pieces: Pieces[];
  input: FulfillmentInput;
  /** The store may have been told before a restore: under which references parcels of the order are known here. */
  knownRefs: ReadonlySet<string> | undefined;
}

const CARRIER_UNKNOWN = 'Other';

/** Another parcel of the order is being told of, or another worker tells of this one: look again shortly. */
const BUSY_MS = 2_000;

/** A hold may last for days. The store tells when it ends; where it cannot reach us, this finds it. */
const HELD_STEP_MS = 5 * 60_000;
const heldMs = (pauses: number): number => Math.min(pauses + 1, 3) * HELD_STEP_MS;

const NEVER_CALLED = { attempts: 0, since_sent_ms: null } as const;

async function takeUp(
  tx: Executor,
  here: Here,
  shipmentId: string,
  token: string,
  patience: Patience,
): Promise<Work | Hold | undefined> {
  const { workplaceId } = here;
  const shipment = await findShipment(tx, workplaceId, shipmentId);
  if (!shipment) return undefined;
  const order = await lockOrder(tx, workplaceId, shipment.order_id);
  const hold = order && (await findHold(tx, { workplaceId, storeId: order.store_id }));
  // A suspended store is named as the reason, when the parcel is taken up.
  if (hold && hold.reason !== 'suspended') {
    await putOffReport(tx, workplaceId, shipmentId);
    return hold;
  }
  const claim = order && (await claimReport(tx, workplaceId, shipmentId, token, patience));
  if (!order || !claim) return undefined;
  const pieces = await linesOfShipments(tx, workplaceId, [shipmentId]);
  const lines = await linesOf(tx, workplaceId, [order.order_id]);
  const told = await toldPieces(tx, workplaceId, order.order_id);
  const externalOf = new Map(lines.map((line) => [line.line_id, line.external_line_id]));
  const restore = await lastRestore(tx);
  return {
    claim,
    order,
    pieces,
    knownRefs:
      restore && order.placed_at < restore.restoredAt ? await shipmentIds(tx, workplaceId, order.order_id) : undefined,
    input: {
      externalOrderId: order.external_order_id,
      ref: shipmentId,
      lines: pieces.map((one) => ({ externalLineId: externalOf.get(one.line_id) ?? '', quantity: one.quantity })),
      tracking: {
        carrier: claim.carrier ?? CARRIER_UNKNOWN,
        number: claim.tracking_number,
        ...(claim.tracking_url ? { url: claim.tracking_url } : {}),
      },
      notifyCustomer: true,
      completesOrder: completesOrder(lines, told, pieces),
    },
  };
}

/** A question has no effect: whatever goes wrong with it, what it was about stays as unknown as it was. */
async function askStore<T>(question: () => Promise<T>, claim: ReportClaim): Promise<T | ReportEnd> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind === 'auth' || error.kind === 'not-found') throw error;
    return { state: 'unknown', ...askAgain(error, claim.pauses) };
  }
}

/** Tells the store, or finds that it knows already. Every call that may have an effect is noted before it is sent. */
async function tell(
  deps: Deps,
  here: Here,
  work: Work,
  token: string,
  patience: Patience,
  { store, connector, ctx }: OpenStore,
  signal: AbortSignal,
): Promise<ReportEnd> {
  const { claim, input } = work;
  const asked = { ...ctx, signal };
  const before = { attempts: claim.attempts, sinceSentMs: claim.since_sent_ms };
  if (mustAskFirst(before) || work.knownRefs) {
    const list = await askStore(() => connector.listFulfillments(asked, input.externalOrderId), claim);
    if ('state' in list) return list;
    const parcel = { ref: input.ref, number: input.tracking.number, lines: input.lines };
    const { knownRefs } = work;
    const known = recognise(list, parcel, knownRefs && ((ref) => knownRefs.has(ref)));
    if (known) return { state: 'sent', externalFulfillmentId: known.externalFulfillmentId };
    const next = afterNotFound(before, patience.settleMs);
    if (next.step === 'wait') return { state: 'unknown', afterMs: next.ms };
    if (store.suspended_at) return { state: 'unknown', afterMs: SUSPENDED_MS, busy: true };
    const ours = await deps.db.tenant(here, (tx) => noteSending(tx, here.workplaceId, claim.shipment_id, token));
    if (!ours) throw new Later(BUSY_MS, 'another worker tells the store');
  }
  if (store.suspended_at) {
    const why = { key: STORE_SUSPENDED, params: { name: store.platform_domain } };
    return { state: 'waiting', afterMs: SUSPENDED_MS, busy: true, before: claim, why };
  }
  const made = await connector.createFulfillment(asked, input);
  return { state: 'sent', externalFulfillmentId: made.externalFulfillmentId };
}

function endOf(error: unknown, claim: ReportClaim): ReportEnd {
  // A store that waits for its owner, or moves: the parcel is told of when it is there again.
  if (error instanceof AppError) {
    const why = { key: error.code, params: error.params };
    if (error.code === 'STORE_NEEDS_RECONNECT')
      return { state: 'waiting', afterMs: pauseMs(claim.pauses), before: claim, why };
    return error.code === 'STORE_MOVING'
      ? { state: 'waiting', afterMs: pauseMs(claim.pauses), before: claim }
      : { state: 'failed', ...why };
  }
  if (!(error instanceof ConnectorError)) throw error;
  if (error.code === 'held_back') {
    const why = { key: STORE_HOLDS_ORDER, params: { detail: error.detail.slice(0, 300) } };
    // Refused now, and where a call went out before, it was looked for and is not there: nothing is in doubt any more.
    return { state: 'waiting', afterMs: heldMs(claim.pauses), before: NEVER_CALLED, why };
  }
  const outcome = outcomeOf(error, claim.pauses, 'STORE_REFUSED_PARCEL');
  if (outcome.kind === 'doubt') return { state: 'unknown', afterMs: outcome.afterMs, called: true };
  if (outcome.kind === 'wait') return { state: 'waiting', afterMs: outcome.afterMs, busy: outcome.busy, before: claim };
  if (error.kind === 'auth') return { state: 'waiting', afterMs: pauseMs(claim.pauses), before: claim };
  const key = error.kind === 'not-found' ? 'STORE_ORDER_GONE' : 'STORE_REFUSED_PARCEL';
  return { state: 'failed', key, params: outcome.params };
}

/** What the order has become by a parcel that the store knows now; the store's own word follows by a job. */
async function orderAfter(tx: Executor, deps: Deps, here: Here, work: Work): Promise<void> {
  const { workplaceId } = here;
  const { order_id: orderId, store_id: storeId, external_order_id: externalOrderId } = work.order;
  const lines = await linesOf(tx, workplaceId, [orderId]);
  const told = await toldPieces(tx, workplaceId, orderId);
  const left = lines.map((line) => {
    const gone = told.filter((one) => one.line_id === line.line_id).reduce((sum, one) => sum + one.quantity, 0);
    const open = Math.max(0, line.quantity - (line.refunded_quantity ?? 0) - gone);
    return { ...line, fulfillable_quantity: Math.min(line.fulfillable_quantity, open) };
  });
  await patchLines(
    tx,
    workplaceId,
    left.map(({ line_id, fulfillable_quantity }) => ({ order_id: orderId, line_id, fulfillable_quantity })),
  );
  const status = fulfillmentStatusOf(left.filter((line) => line.state !== 'cancelled'));
  const order = await findOrder(tx, workplaceId, orderId);
  if (status !== order?.fulfillment_status) {
    await patchOrders(tx, workplaceId, [{ order_id: orderId, fulfillment_status: status }]);
    if (status === 'fulfilled') await addEvents(tx, workplaceId, [{ orderId, kind: 'fulfilled' }]);
    await publish(tx, workplaceId, 'counts');
  }
  await deps.queue.send(tx, takeOrderJob, { ...here, storeId, externalOrderId });
}

async function record(deps: Deps, here: Here, work: Work, token: string, end: ReportEnd): Promise<void> {
  const { workplaceId } = here;
  const { shipment_id: shipmentId, order_id: orderId } = work.claim;
  await deps.db.tenant(here, async (tx) => {
    await lockOrder(tx, workplaceId, orderId);
    if (!(await endReport(tx, workplaceId, shipmentId, token, end))) return;
    if (end.state === 'sent') await orderAfter(tx, deps, here, work);
    if (end.state === 'failed')
      await addEvents(tx, workplaceId, [
        { orderId, kind: 'report_failed', params: { number: work.claim.tracking_number, ...end.params } },
      ]);
    const why = end.state === 'waiting' ? end.why : undefined;
    const newWhy = end.state === 'waiting' && (why?.key ?? null) !== work.claim.report_error;
    // Once, however often it is looked at.
    if (newWhy && why?.key === STORE_HOLDS_ORDER)
      await addEvents(tx, workplaceId, [
        { orderId, kind: 'report_held', params: { number: work.claim.tracking_number, ...why.params } },
      ]);
    await publish(tx, workplaceId, 'shipments', [shipmentId]);
    if (end.state === 'sent' || end.state === 'failed' || newWhy) await publish(tx, workplaceId, 'orders', [orderId]);
  });
}

/**
 * Tells the store of one parcel, exactly once: a parcel that may have been told of before is looked for at the store
 * first. Two jobs for the same parcel never both call out. Parcels of one order are told of one after another.
 */
export async function reportParcel(deps: Deps, here: Here, shipmentId: string, patience: Patience): Promise<void> {
  const token = newId();
  const { workplaceId } = here;
  const work = await deps.db.tenant(here, (tx) => takeUp(tx, here, shipmentId, token, patience));
  if (work && 'reason' in work) throw new SendingHeld(work);
  if (!work) {
    const row = await deps.db.read(here, (ex) => findShipment(ex, workplaceId, shipmentId));
    const another = row?.report_state === 'waiting' && LONG_WAITS.includes(row.report_error ?? '');
    if (row && !another && ['waiting', 'sending', 'unknown'].includes(row.report_state))
      throw new Later(BUSY_MS, 'the parcel, or another of its order, is being told of');
    return;
  }
  let end: ReportEnd;
  if (work.order.cancelled_at && work.claim.attempts === 0) {
    end = { state: 'not_needed' };
  } else {
    try {
      const renew = () =>
        deps.db.tenant(here, (tx) => renewReport(tx, workplaceId, shipmentId, token, patience.leaseMs));
      end = await underLease(patience.renewMs, renew, (signal) =>
        withStore(deps, here, work.order.store_id, (open) => tell(deps, here, work, token, patience, open, signal)),
      );
    } catch (error) {
      end = endOf(error, work.claim);
    }
  }
  await record(deps, here, work, token, end);
  if (end.state === 'waiting' || end.state === 'unknown') throw new Later(end.afterMs, `the store: ${end.state}`);
}

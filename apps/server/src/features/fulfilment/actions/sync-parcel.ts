import { isDeepStrictEqual } from 'node:util';
import { ConnectorError, type FulfillmentInput, type Tracking, type TrackingUpdate } from '@quayside/connector-kit';
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
import { SUSPENDED_MS } from '../../../sending/suspended.ts';
import { findStore, type OpenStore, withStore } from '../../connections/index.ts';
import {
  addEvents,
  findLines,
  findOrders,
  getFulfillmentStatus,
  type LineRow,
  lockOrders,
  type NewEvent,
  type OrderRow,
  patchLines,
  patchOrders,
  soldLineId,
  soldLines,
  takeOrderJob,
} from '../../orders/index.ts';
import { SYNC_PARCEL_JOB, syncParcelJob } from '../jobs/fulfilment.ts';
import {
  findSyncedParcel,
  findSyncedQuantities,
  linesOfShipments,
  queueParcelsWithSameItems,
  setSyncState,
  toSyncedParcel,
} from '../repo.ts';
import { getNextUpdate, type ParcelTracking, type StoreUpdate } from '../rules/next-update.ts';
import { completesOrder, isCovered, type LineQuantity, recognise } from '../rules/parcels.ts';
import {
  findJoinTargets,
  findOrderIds,
  findShipmentIds,
  finishSync,
  PARCEL_SYNC,
  parcelSyncParts,
  pickDueParcels,
  STORE_HOLDS_ORDER,
  STORE_SUSPENDED,
  type SyncClaim,
  type SyncOutcome,
  saveStoreUpdate,
  saveSyncedQuantities,
} from '../sync-repo.ts';
import { saveShippedAhead } from './report-bundles.ts';

interface ParcelSync extends Work<SyncClaim, SyncOutcome> {
  order: OrderRow;
  /** undefined: no update is needed. */
  telling: StoreUpdate | undefined;
  call: Call | undefined;
  /** Our parcel ids of the order, if the store may have been updated before a restore. */
  knownRefs: ReadonlySet<string> | undefined;
}

/** How the store is updated. */
type Call = { fulfillment: FulfillmentInput } | { update: TrackingUpdate };

const CARRIER_UNKNOWN = 'Other';

/**
 * A hold may last for days. The store's webhook announces its end; where that can't reach us, this interval finds it.
 */
const HELD_STEP_MS = 5 * 60_000;
const heldMs = (pauses: number): number => Math.min(pauses + 1, 3) * HELD_STEP_MS;

const NEVER_CALLED = { before_attempts: 0, since_sent_ms: null } as const;

/** Interval for checking whether the parcel with the same items has been reported. */
const JOIN_MS = 10_000;

/** Someone changed or removed the tracking in the store, so it is the merchant's now. */
const EDITED = { kind: 'failed', key: 'STORE_TRACKING_EDITED', params: {} } as const satisfies SyncOutcome;
const ORDER_GONE = { kind: 'failed', key: 'STORE_ORDER_GONE', params: {} } as const satisfies SyncOutcome;

/** Locks the orders, and picks at most one due parcel of each. */
async function admit(tx: Executor, { workplaceId }: WorkplaceScope, ids: readonly string[]): Promise<string[]> {
  await lockOrders(tx, workplaceId, await findOrderIds(tx, workplaceId, ids));
  return pickDueParcels(tx, workplaceId, ids);
}

/** The parcel that another one joins in the store. */
type Joined = { external_fulfillment_id: string | null; isTold: boolean; isOpen: boolean } | undefined;

/** Why a parcel isn't reported. `suspended`: name of its store while the owner hasn't confirmed it. */
function stopOf(
  claim: SyncClaim,
  order: OrderRow,
  telling: StoreUpdate | undefined,
  joined: Joined,
  suspended: string | undefined,
): SyncOutcome | Again | undefined {
  const asItWas: SyncOutcome = claim.told ? { kind: 'sent' } : { kind: 'not_needed' };
  if (!telling) return asItWas;
  // Its store doesn't know the order.
  if (order.is_manual) return { kind: 'not_needed', told: telling };
  if (claim.before_attempts > 0) return undefined;
  if (order.cancelled_at) return asItWas;
  if (telling.kind === 'further' && !joined?.isTold)
    return joined?.isOpen ? { kind: 'requested', afterMs: JOIN_MS, busy: true, before: claim } : asItWas;
  if (suspended === undefined || claim.asks) return undefined;
  const why = { key: STORE_SUSPENDED, params: { name: suspended } };
  return { kind: 'requested', afterMs: SUSPENDED_MS, busy: true, before: claim, why };
}

const trackingOf = ({ carrier, number, url }: ParcelTracking): Tracking => ({
  carrier: carrier ?? CARRIER_UNKNOWN,
  number,
  ...(url ? { url } : {}),
});

/** Units by the lines that the store knows: those of a bundle are on the lines of its parts. */
function asSold(lines: readonly LineRow[], units: readonly LineQuantity[]): LineQuantity[] {
  const soldAs = new Map(lines.map((line) => [line.line_id, soldLineId(line)]));
  return [...Map.groupBy(units, (one) => soldAs.get(one.line_id) ?? one.line_id)].map(([line_id, own]) => ({
    line_id,
    quantity: own.reduce((sum, one) => sum + one.quantity, 0),
  }));
}

/** `lines`: of the order. `toldBefore`: what was reported of its other parcels. */
function callOf(
  claim: SyncClaim,
  order: OrderRow,
  telling: StoreUpdate,
  joined: Joined,
  lines: readonly LineRow[],
  toldBefore: readonly LineQuantity[],
): Call {
  const about = { externalOrderId: order.external_order_id, ref: claim.shipment_id };
  const tracking = trackingOf(telling.tracking);
  if (telling.kind === 'parcel') {
    const sold = soldLines(lines);
    const externalOf = new Map(sold.map((line) => [line.line_id, line.external_line_id]));
    const told = asSold(lines, toldBefore);
    const now = asSold(lines, telling.lines);
    return {
      fulfillment: {
        ...about,
        lines: now.map((one) => ({ externalLineId: externalOf.get(one.line_id) ?? '', quantity: one.quantity })),
        tracking,
        ...(claim.told && claim.external_fulfillment_id
          ? { externalFulfillmentId: claim.external_fulfillment_id }
          : {}),
        notifyCustomer: true,
        completesOrder: completesOrder(sold, told, now),
      },
    };
  }
  const before = telling.kind === 'correction' ? telling.before : undefined;
  return {
    update: {
      ...about,
      externalFulfillmentId: claim.external_fulfillment_id ?? joined?.external_fulfillment_id ?? '',
      ...(before ? { from: trackingOf(before) } : {}),
      to: tracking,
      // A corrected carrier or URL needs no email to the customer.
      notifyCustomer: before?.number !== telling.tracking.number,
    },
  };
}

/** Loads the input for reporting parcels, each of a different order. */
async function takeUp(tx: Executor, { workplaceId }: WorkplaceScope, taken: readonly ClaimedWork<SyncClaim>[]) {
  const claims = taken.map(({ claim }) => claim);
  const orderIds = claims.map((claim) => claim.order_id);
  const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const lines = Map.groupBy(await findLines(tx, workplaceId, orderIds), (line) => line.order_id);
  const held = await linesOfShipments(
    tx,
    workplaceId,
    claims.map((claim) => claim.shipment_id),
  );
  const pieces = Map.groupBy(held, (piece) => piece.shipment_id);
  const knownRefs = claims.some((claim) => claim.asks) ? await findShipmentIds(tx, workplaceId, orderIds) : undefined;
  const names = new Map<string, string>();
  for (const { claim, isSuspended } of taken)
    if (isSuspended)
      names.set(claim.store_id, (await findStore(tx, workplaceId, claim.store_id))?.platform_domain ?? '');
  const joins = await findJoinTargets(
    tx,
    workplaceId,
    claims.flatMap((claim) => claim.same_items_as ?? []),
  );
  const works: ParcelSync[] = [];
  for (const one of taken) {
    const { claim } = one;
    const order = orders.get(claim.order_id);
    if (!order) throw new Error('order of the parcel not found');
    const joined = joins.get(claim.same_items_as ?? '');
    const known = toSyncedParcel(claim, pieces.get(claim.shipment_id) ?? []);
    const now = getNextUpdate({ ...known, isEdited: claim.report_error === EDITED.key });
    const telling = claim.before_attempts > 0 ? (claim.telling ?? now) : now;
    const told = await findSyncedQuantities(tx, workplaceId, order.order_id, claim.shipment_id);
    works.push({
      ...one,
      order,
      knownRefs: claim.asks ? knownRefs : undefined,
      stop: stopOf(claim, order, telling, joined, names.get(claim.store_id)),
      telling,
      call: telling && callOf(claim, order, telling, joined, lines.get(order.order_id) ?? [], told),
    });
  }
  const kept = works.flatMap(({ claim, telling, stop }) =>
    telling && !stop ? [{ id: claim.shipment_id, telling }] : [],
  );
  await saveStoreUpdate(tx, workplaceId, kept);
  return works;
}

/**
 * Looks up the parcel in the store if it may have been reported. Tracking is looked up before every call, because the
 * merchant's edits must stay.
 */
async function ask(
  { claim, call, telling, knownRefs }: ParcelSync,
  { connector, ctx }: OpenStore,
  again: boolean,
): Promise<LookupResult<void, SyncOutcome>> {
  if (!call || !telling) throw new Error('parcel has no pending store update');
  const toldAs = (externalFulfillmentId: string): LookupResult<void, SyncOutcome> => ({
    end: { kind: 'sent', told: telling, externalFulfillmentId },
  });
  if ('update' in call) {
    const state = await foundAt(connector.findTracking(ctx, call.update));
    if (state === 'done') return toldAs(call.update.externalFulfillmentId);
    return state === 'pending' ? { seen: undefined } : { end: state === 'edited' ? EDITED : ORDER_GONE };
  }
  if (!again) return { seen: undefined };
  const { fulfillment } = call;
  const list = await foundAt(connector.listFulfillments(ctx, fulfillment.externalOrderId));
  if (!list) return { end: ORDER_GONE };
  const { externalFulfillmentId, lines, ref, tracking } = fulfillment;
  const parcel = { ref, number: tracking.number, lines, externalFulfillmentId };
  if (claim.told && claim.external_fulfillment_id && isCovered(list, parcel))
    return toldAs(claim.external_fulfillment_id);
  const known = claim.told ? undefined : recognise(list, parcel, knownRefs && ((ref) => knownRefs.has(ref)));
  return known ? toldAs(known.externalFulfillmentId) : { seen: undefined };
}

/** undefined: the store has no such order. */
async function foundAt<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** Maps a refusal. Stores that are suspended, being transferred, or holding the order are retried later. */
function refuse({ key, params, error }: Refusal, { claim }: ParcelSync): SyncOutcome | Again {
  const later: Again = { kind: 'requested', afterMs: pauseMs(claim.pauses), before: claim };
  if (error === undefined) {
    if (key === 'STORE_NEEDS_RECONNECT') return { ...later, why: { key, params } };
    return key === 'STORE_MOVING' ? later : { kind: 'failed', key, params };
  }
  if (error === 'auth') return later;
  if (error === 'not-found') return { kind: 'failed', key: ORDER_GONE.key, params };
  if (key !== 'held_back') return { kind: 'failed', key: 'STORE_REFUSED_PARCEL', params };
  // Refused now, and an earlier call was looked up without a result: no doubt is left.
  const why = { key: STORE_HOLDS_ORDER, params };
  return { kind: 'requested', afterMs: heldMs(claim.pauses), before: NEVER_CALLED, why };
}

/** Updates the order after a reported parcel; a job reads the store's own state. */
async function orderAfter(tx: Executor, deps: Deps, here: WorkplaceScope, order: OrderRow): Promise<void> {
  const { workplaceId } = here;
  const { order_id: orderId, store_id: storeId, external_order_id: externalOrderId } = order;
  const lines = await findLines(tx, workplaceId, [orderId]);
  const told = asSold(lines, await findSyncedQuantities(tx, workplaceId, orderId));
  const left = lines.map((line) => {
    const gone = told.filter((one) => one.line_id === soldLineId(line)).reduce((sum, one) => sum + one.quantity, 0);
    const open = Math.max(0, line.quantity - (line.refunded_quantity ?? 0) - gone);
    return { ...line, fulfillable_quantity: Math.min(line.fulfillable_quantity, open) };
  });
  await patchLines(
    tx,
    workplaceId,
    left.map(({ line_id, fulfillable_quantity }) => ({ order_id: orderId, line_id, fulfillable_quantity })),
  );
  await saveShippedAhead(tx, workplaceId, orderId, lines);
  const status = getFulfillmentStatus(soldLines(left).filter((line) => line.state !== 'cancelled'));
  if (status !== order.fulfillment_status) {
    await patchOrders(tx, workplaceId, [{ order_id: orderId, fulfillment_status: status }]);
    // The event says that the store was updated.
    if (status === 'fulfilled' && !order.is_manual) await addEvents(tx, workplaceId, [{ orderId, kind: 'fulfilled' }]);
    await publish(tx, workplaceId, 'counts');
  }
  if (!order.is_manual) await deps.queue.send(tx, takeOrderJob, { ...here, storeId, externalOrderId });
}

/** Enqueues further updates: changes during this one, and parcels that join the one just reported. */
async function openNext(
  tx: Executor,
  workplaceId: string,
  order: OrderRow,
  { claim, telling }: ParcelSync,
  end: SyncOutcome,
): Promise<string[]> {
  const { shipment_id: id } = claim;
  const now = await findSyncedParcel(tx, workplaceId, id);
  const isEdited = end === EDITED;
  const next = now && getNextUpdate({ ...now, isEdited });
  const isNews = next !== undefined && (end.kind === 'sent' || !isDeepStrictEqual(next, telling));
  const opens = isNews && !order.cancelled_at && !order.erased_at;
  const error = isEdited ? { key: EDITED.key } : undefined;
  if (opens) await setSyncState(tx, workplaceId, id, { state: 'waiting', fresh: true, ...(error && { error }) });
  const joining =
    end.kind === 'sent' && end.told?.kind === 'parcel' ? await queueParcelsWithSameItems(tx, workplaceId, id) : [];
  return opens ? [id, ...joining] : joining;
}

/** Records the outcome of one report. Returns whether this worker still held it. */
async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  order: OrderRow,
  { work, end }: FinishedWork<ParcelSync, SyncOutcome>,
): Promise<boolean> {
  const { workplaceId } = here;
  const { claim, token } = work;
  const { shipment_id: id, order_id: orderId, tracking_number: number } = claim;
  if (!(await finishSync(tx, workplaceId, { id, token }, end))) return false;
  if ((end.kind === 'sent' || end.kind === 'not_needed') && end.told?.kind === 'parcel') {
    await saveSyncedQuantities(tx, workplaceId, id, end.told.lines);
    await orderAfter(tx, deps, here, order);
  }
  const next = isAgain(end) ? [] : await openNext(tx, workplaceId, order, work, end);
  await deps.queue.sendMany(
    tx,
    syncParcelJob,
    next.map((shipmentId) => ({ ...here, shipmentId, storeId: order.store_id })),
  );
  const why = end.kind === 'requested' ? end.why : undefined;
  const newWhy = end.kind === 'requested' && (why?.key ?? null) !== claim.report_error;
  const events: NewEvent[] = [];
  if (end.kind === 'failed') {
    const kind = end === EDITED ? 'tracking_edited' : 'report_failed';
    events.push({ orderId, kind, params: { number, ...end.params } });
  }
  // Once, however often it is retried.
  if (newWhy && why?.key === STORE_HOLDS_ORDER)
    events.push({ orderId, kind: 'report_held', params: { number, ...why.params } });
  await addEvents(tx, workplaceId, events);
  await publish(tx, workplaceId, 'shipments', [id]);
  if (end.kind === 'sent' || end.kind === 'failed' || newWhy) await publish(tx, workplaceId, 'orders', [orderId]);
  return true;
}

async function record(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  ended: readonly FinishedWork<ParcelSync, SyncOutcome>[],
) {
  const ids = ended.map(({ work }) => work.claim.order_id);
  const orders = new Map((await lockOrders(tx, here.workplaceId, ids)).map((order) => [order.order_id, order]));
  const done: boolean[] = [];
  for (const one of ended) {
    const order = orders.get(one.work.claim.order_id);
    done.push(order !== undefined && (await recordOne(tx, deps, here, order, one)) && !isAgain(one.end));
  }
  return done;
}

/** Reports parcels to their stores exactly once, one at a time for each order. */
export function createParcelSync(deps: Deps, patience: Patience): RunningEffect {
  const reporting: Effect<SyncClaim, SyncOutcome, ParcelSync, OpenStore> = {
    name: 'telling',
    row: PARCEL_SYNC,
    job: SYNC_PARCEL_JOB,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.shipment_id,
    // WooCommerce has no idempotency keys, and Shopify none for fulfillments, so earlier calls are always looked up.
    keyLivesMs: 0,
    unasked: 'unknown',
    fallback: 'STORE_REFUSED_PARCEL',
    // WooCommerce needs a customer note, then the order's marker.
    severalRequests: true,
    admit,
    claimParts: parcelSyncParts,
    claim: takeUp,
    open: (here, { order }, call) => withStore(deps, here, order.store_id, call),
    ask: (_here, work, open, again) => ask(work, open, again),
    async send(_here, { call, telling }, { connector, ctx }) {
      if (!call || !telling) throw new Error('parcel has no pending store update');
      if ('update' in call) {
        const state = await connector.updateTracking(ctx, call.update);
        if (state === 'edited') return EDITED;
        return { kind: 'sent', told: telling, externalFulfillmentId: call.update.externalFulfillmentId };
      }
      const made = await connector.createFulfillment(ctx, call.fulfillment);
      return { kind: 'sent', told: telling, externalFulfillmentId: made.externalFulfillmentId };
    },
    refuse,
    record: (tx, here, ended) => record(tx, deps, here, ended),
  };
  return runEffect(deps, reporting, patience);
}

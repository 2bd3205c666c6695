import type { SupplierParcel } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import { newId, nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { type NotificationEvent, notify, withdrawNotification } from '../../notifications/index.ts';
import {
  addEvents,
  findLines,
  LINE_TRANSITIONS,
  type LinePatch,
  type NewEvent,
  type OrderRow,
  patchLines,
} from '../../orders/index.ts';
import { type ParcelChange, planMails } from '../../shopper-mail/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import {
  addTrackingEvents,
  insertShipment,
  joinParcels,
  linesOfShipments,
  putShipmentLines,
  shipmentsOfOrder,
  updateShipment,
} from '../repo.ts';
import { chooseCarrier } from '../rules/carriers/choose.ts';
import { renamedFrom, sameItemsAs } from '../rules/next-update.ts';
import { allocate, type LineQuantity, lineStateBy, shareParcel } from '../rules/parcels.ts';
import { getState, isTrouble } from '../rules/shipment-states.ts';
import {
  type Bundles,
  completeBundles,
  completesAny,
  completeUnits,
  type GroupedPieces,
  type HeldPieces,
  isCompletedBy,
  isSurplus,
  unitsLeft,
  unitsOf,
} from '../rules/units.ts';
import { webAddress } from '../rules/web-address.ts';
import type { ShipmentLineRow, ShipmentRow } from '../tables.ts';
import { bundlesOf, reportBundles } from './report-bundles.ts';
import { reportNews } from './report-news.ts';

/** A purchase, as needed for its parcels. */
export interface Bought {
  supplier_order_id: string;
  supplier: SupplierName;
  source_order_no: string | null;
  shipping_method: string | null;
  /** `quantity` in pieces. */
  lines: { line_id: string; source_variant_id: string; quantity: number; pieces_per_unit: number }[];
}

/** A parcel exists from the moment it has a carrier's tracking number. */
const isParcel = (parcel: SupplierParcel): boolean => parcel.trackingNumber.trim() !== '';

interface Change {
  row: Pick<ShipmentRow, 'shipment_id' | 'state' | 'delivered_at'>;
  /** The store needs an update: a new parcel, more items, or different tracking. */
  report: boolean;
  events: NewEvent[];
  notices: NotificationEvent[];
  /** For the shopper; undefined: a parcel that matches no items of the order. */
  news: ParcelChange | undefined;
}

/** What parcels of the same supplier order hold, by parcel. */
type Held = ReadonlyMap<string, readonly HeldPieces[]>;

async function applyParcel(
  tx: Executor,
  workplaceId: string,
  order: OrderRow,
  bought: Bought,
  left: ReadonlyMap<string, number>,
  parcel: SupplierParcel,
  known: ShipmentRow | undefined,
  knownPieces: readonly ShipmentLineRow[],
  others: Held,
  bundles: Bundles,
  elsewhere: readonly GroupedPieces[],
  now: string,
): Promise<{ change: Change | undefined; pieces: HeldPieces[] }> {
  const events = parcel.events ?? [];
  const beside = [...others.values()].flat();
  const isJoined = known !== undefined && known.same_items_as !== null;
  const group = bought.supplier_order_id;
  const counted = completeUnits(
    allocate(parcel.lines, bought.lines, beside),
    (id) => ({
      pieces_per_unit: bought.lines.find((line) => line.line_id === id)?.pieces_per_unit ?? 1,
      most: left.get(id) ?? 0,
    }),
    knownPieces,
    beside,
    isJoined,
  );
  const pieces = completeBundles(
    counted,
    bundles,
    group,
    knownPieces,
    [...beside.map((one) => ({ ...one, group })), ...elsewhere],
    isJoined,
  );
  const state = getState(known?.state, events, parcel.state);
  const latest = events
    .filter((event) => event.state === 'delivered')
    .map((event) => event.at)
    .sort()
    .at(-1);
  // A tracking URL belongs to its number.
  const urlBefore = known?.tracking_number === parcel.trackingNumber ? known.tracking_url : null;
  const row = {
    carrier: chooseCarrier(parcel, known) ?? null,
    remote_parcel_id: parcel.parcelId,
    tracking_number: parcel.trackingNumber,
    tracking_url: order.erased_at ? null : (webAddress(parcel.trackingUrl) ?? urlBefore),
    state,
    delivered_at: state === 'delivered' ? (known?.delivered_at ?? latest ?? now) : null,
  };
  const params = { carrier: row.carrier ?? '', number: row.tracking_number, pieces: pieces.length };
  const told: NewEvent[] = [];
  const shipmentId = known?.shipment_id ?? newId();
  const isNew = known === undefined;
  const same =
    isNew && pieces.length === 0 ? sameItemsAs(allocate(parcel.lines, bought.lines, []), heldBy(others)) : undefined;
  if (isNew) {
    const first = events.map((event) => event.at).sort()[0];
    await insertShipment(tx, workplaceId, {
      ...row,
      shipment_id: shipmentId,
      order_id: order.order_id,
      store_id: order.store_id,
      supplier_order_id: bought.supplier_order_id,
      source: bought.supplier,
      source_order_no: bought.source_order_no,
      same_items_as: same ?? null,
      destination: order.ship_country,
      shipping_method: bought.shipping_method,
      report_state: order.cancelled_at || !(completesAny(pieces) || same) ? 'not_needed' : 'waiting',
      shipped_at: first ?? now,
    });
    told.push({ orderId: order.order_id, kind: 'shipped', params });
  }
  if (pieces.length > 0) await putShipmentLines(tx, workplaceId, shipmentId, pieces);
  // A carrier's text may name the customer or a neighbor.
  const added = order.erased_at ? 0 : await addTrackingEvents(tx, workplaceId, shipmentId, events);
  if (state === 'delivered' && known?.state !== 'delivered')
    told.push({ orderId: order.order_id, kind: 'delivered', params });
  const differs =
    known !== undefined &&
    (known.state !== state ||
      known.carrier !== row.carrier ||
      known.remote_parcel_id !== row.remote_parcel_id ||
      known.tracking_number !== row.tracking_number ||
      known.tracking_url !== row.tracking_url);
  if (differs) await updateShipment(tx, workplaceId, shipmentId, row);
  if (known && known.tracking_number !== row.tracking_number)
    told.push({
      orderId: order.order_id,
      kind: 'tracking_changed',
      params: { before: known.tracking_number, number: row.tracking_number },
    });
  const isGrown = pieces.some((one) => {
    const before = knownPieces.find((piece) => piece.line_id === one.line_id);
    return one.quantity > (before?.quantity ?? 0) || unitsOf(one) > (before ? unitsOf(before) : 0);
  });
  const isNews = known !== undefined && (isGrown || (differs && !order.erased_at));
  const report = !order.cancelled_at && (isNew || (isNews && (await reportNews(tx, workplaceId, known))));
  const changed = isNew || isGrown || differs || added > 0;
  if (!changed) return { pieces, change: undefined };
  const stuck = isTrouble(state) && !isTrouble(known?.state);
  const subject = { id: shipmentId, name: parcel.trackingNumber };
  const about = { orderId: order.order_id, subject, params };
  const notices: NotificationEvent[] = stuck ? [{ kind: 'parcel_trouble', ...about }] : [];
  const isUnmatched = isNew && isSurplus(pieces, bundles) && !same && !order.cancelled_at;
  if (isUnmatched) notices.push({ kind: 'parcel_unmatched', once: shipmentId, ...about });
  if (known && knownPieces.length === 0 && pieces.length > 0)
    await withdrawNotification(tx, workplaceId, 'parcel_unmatched', shipmentId);
  const lastOfState = events
    .filter((event) => event.state === state)
    .map((event) => event.at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
  const news: ParcelChange | undefined =
    pieces.length > 0 || same
      ? { shipmentId, before: known?.state, after: state, at: row.delivered_at ?? lastOfState ?? now }
      : undefined;
  return { pieces, change: { row: { shipment_id: shipmentId, ...row }, report, events: told, notices, news } };
}

const heldBy = (held: Held) =>
  [...held]
    .map(([shipment_id, pieces]) => ({ shipment_id, pieces }))
    .sort((a, b) => (a.shipment_id < b.shipment_id ? -1 : 1));

/**
 * Saves an order's parcels from a supplier, once each, and enqueues store updates for new parcels, additional items and
 * changed tracking in the same transaction. The caller locks the order; returns whether anything is new. `isComplete`:
 * one that is missing may have another number now.
 */
export async function applyParcels(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  scope: WorkplaceScope,
  order: OrderRow,
  bought: Bought,
  parcels: readonly SupplierParcel[],
  isComplete = true,
): Promise<boolean> {
  const real = parcels.filter(isParcel);
  if (real.length === 0) return false;
  const { workplaceId } = scope;
  const before = await shipmentsOfOrder(tx, workplaceId, order.order_id);
  const lines = await linesOfShipments(
    tx,
    workplaceId,
    before.map((one) => one.shipment_id),
  );
  const linesBefore = Map.groupBy(lines, (line) => line.shipment_id);
  const its = before.filter((one) => one.supplier_order_id === bought.supplier_order_id);
  const isIts = new Set(its.map((one) => one.shipment_id));
  const held = new Map<string, HeldPieces[]>([...linesBefore].filter(([id]) => isIts.has(id)));
  const ordered = await findLines(tx, workplaceId, [order.order_id]);
  const left = unitsLeft(
    ordered,
    lines.filter((line) => !isIts.has(line.shipment_id)),
  );
  const bundles = bundlesOf(ordered);
  const groupOf = new Map(before.map((one) => [one.shipment_id, one.supplier_order_id ?? '']));
  const elsewhere = lines
    .filter((line) => !isIts.has(line.shipment_id))
    .map((line) => ({ ...line, group: groupOf.get(line.shipment_id) ?? '' }));
  let gone = its.filter(
    (one) =>
      isComplete && one.state !== 'delivered' && !real.some((parcel) => parcel.parcelId === one.remote_parcel_id),
  );
  const changes: Change[] = [];
  for (const parcel of joinedFirst(real, its)) {
    const renamed = renamedFrom(
      allocate(parcel.lines, bought.lines, []),
      gone.map(({ shipment_id }) => ({ shipment_id, pieces: held.get(shipment_id) ?? [] })),
    );
    const known =
      its.find((one) => one.remote_parcel_id === parcel.parcelId) ?? its.find((one) => one.shipment_id === renamed);
    gone = gone.filter((one) => one !== known);
    const others = new Map([...held].filter(([id]) => id !== known?.shipment_id));
    const { change, pieces } = await applyParcel(
      tx,
      workplaceId,
      order,
      bought,
      left,
      parcel,
      known,
      known ? (linesBefore.get(known.shipment_id) ?? []) : [],
      others,
      bundles,
      elsewhere,
      deps.clock.now(),
    );
    if (!change) continue;
    changes.push(change);
    if (pieces.length === 0) continue;
    held.set(change.row.shipment_id, pieces);
    // Parts of a bundle may come from other supplier orders.
    const all = new Map<string, readonly HeldPieces[]>([...(bundles.size > 0 ? linesBefore : []), ...held]);
    const waiting = [...all].filter(
      ([id, own]) => id !== change.row.shipment_id && isCompletedBy(own, pieces, bundles),
    );
    if (waiting.length > 0)
      await joinParcels(
        tx,
        workplaceId,
        waiting.map(([id]) => id),
        change.row.shipment_id,
      );
  }
  if (changes.length === 0) return false;
  const states = new Map(before.map((one) => [one.shipment_id, one.state]));
  for (const { row } of changes) states.set(row.shipment_id, row.state);
  await moveLines(
    tx,
    workplaceId,
    order.order_id,
    new Map(bought.lines.map((line) => [line.line_id, line.quantity])),
    held,
    states,
  );
  await addEvents(
    tx,
    workplaceId,
    changes.flatMap((change) => change.events),
  );
  await notify(
    tx,
    workplaceId,
    changes.flatMap((change) => change.notices),
  );
  await planMails(
    tx,
    deps,
    scope,
    order,
    changes.flatMap((change) => change.news ?? []),
  );
  const further = bundles.size === 0 ? [] : await reportBundles(tx, workplaceId, order, ordered);
  const fresh = new Set([
    ...changes.filter((change) => change.report).map((change) => change.row.shipment_id),
    ...further,
  ]);
  if (fresh.size > 0) {
    await markOpenWork(tx, scope);
    for (const shipmentId of fresh)
      await deps.queue.send(tx, syncParcelJob, { ...scope, shipmentId, storeId: order.store_id });
  }
  await publish(
    tx,
    workplaceId,
    'shipments',
    changes.map((change) => change.row.shipment_id),
  );
  return true;
}

/** Parcels that are shown with another one before it, which completes units with their pieces. */
const joinedFirst = (parcels: readonly SupplierParcel[], known: readonly ShipmentRow[]): SupplierParcel[] => {
  const joined = new Set(known.filter((one) => one.same_items_as !== null).map((one) => one.remote_parcel_id));
  return [...parcels.filter((one) => joined.has(one.parcelId)), ...parcels.filter((one) => !joined.has(one.parcelId))];
};

/** The same for a supplier order of several orders: each has its own shipment of a parcel with its items. */
export async function applySharedParcels(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  bought: Omit<Bought, 'lines'> & { lines: (Bought['lines'][number] & { order_id: string })[] },
  parcels: readonly SupplierParcel[],
): Promise<void> {
  const [first] = orders;
  if (orders.length < 2) {
    if (first) await applyParcels(tx, deps, scope, first, bought, parcels);
    return;
  }
  const { workplaceId } = scope;
  const known: ShipmentRow[] = [];
  for (const order of orders) known.push(...(await shipmentsOfOrder(tx, workplaceId, order.order_id)));
  const its = known.filter((one) => one.supplier_order_id === bought.supplier_order_id);
  const pieces = await linesOfShipments(
    tx,
    workplaceId,
    its.map((one) => one.shipment_id),
  );
  const held = new Map<string, LineQuantity[]>();
  for (const { remote_parcel_id: id, shipment_id } of its)
    held.set(id, [...(held.get(id) ?? []), ...pieces.filter((one) => one.shipment_id === shipment_id)]);
  const own = new Map<string, SupplierParcel[]>();
  for (const parcel of parcels.filter(isParcel)) {
    const others = [...held].filter(([id]) => id !== parcel.parcelId).flatMap(([, all]) => all);
    const shares = shareParcel(parcel.lines, bought.lines, others);
    if (shares.size > 0 && !held.has(parcel.parcelId)) {
      const rest = allocate(parcel.lines, bought.lines, others);
      held.set(parcel.parcelId, rest);
    }
    for (const [id, lines] of shares) own.set(id, [...(own.get(id) ?? []), { ...parcel, lines }]);
  }
  for (const order of orders) {
    const lines = bought.lines.filter((line) => line.order_id === order.order_id);
    await applyParcels(tx, deps, scope, order, { ...bought, lines }, own.get(order.order_id) ?? []);
  }
}

/** Advances lines with all items shipped or delivered. `wanted`: quantities to ship by line. */
export async function moveLines(
  tx: Executor,
  workplaceId: string,
  orderId: string,
  wanted: ReadonlyMap<string, number>,
  held: ReadonlyMap<string, readonly LineQuantity[]>,
  states: ReadonlyMap<string, string>,
): Promise<void> {
  const patches: LinePatch[] = [];
  for (const line of await findLines(tx, workplaceId, [orderId])) {
    const parcels = [...held].flatMap(([shipmentId, pieces]) =>
      pieces
        .filter((one) => one.line_id === line.line_id)
        .map((one) => ({ quantity: one.quantity, delivered: states.get(shipmentId) === 'delivered' })),
    );
    const become = lineStateBy(wanted.get(line.line_id) ?? 0, parcels);
    const state = become && nextState(LINE_TRANSITIONS, line.state, become === 'shipped' ? 'ship' : 'deliver');
    if (state && state !== line.state) patches.push({ order_id: orderId, line_id: line.line_id, state });
  }
  await patchLines(tx, workplaceId, patches);
}

import { AppError, newId, nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import {
  addEvents,
  findLines,
  LINE_TRANSITIONS,
  type LineRow,
  type OrderRow,
  patchLines,
  toBuy,
  withParts,
} from '../../orders/index.ts';
import { planMails } from '../../shopper-mail/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import { insertShipment, linesOfShipments, putShipmentLines, shipmentsOfOrder } from '../repo.ts';
import { completeBundles, completesAny, unitsOf, unitsOfPart } from '../rules/units.ts';
import { moveLines } from './apply-parcels.ts';
import { bundlesOf, joinWaiting, reportBundles } from './report-bundles.ts';

export interface ManualFulfillment {
  line_item_ids?: string[];
  tracking?: { carrier: string; number: string; url?: string };
}

/**
 * Fulfills lines manually instead of buying them; with a tracking number, the parcel is saved and reported to the
 * store. The caller locks the order; throws LINE_NOT_TO_TAKE_OVER for a line at a supplier, and PARCEL_KNOWN for a
 * known number.
 */
export async function fulfillManually(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  scope: WorkplaceScope,
  order: OrderRow,
  input: ManualFulfillment,
  actor: string,
): Promise<{ lineIds: string[]; shipmentId: string | null }> {
  const { workplaceId } = scope;
  const all = await findLines(tx, workplaceId, [order.order_id]);
  const named = input.line_item_ids;
  const unknown = named?.find((id) => !all.some((line) => line.line_id === id));
  if (unknown)
    throw new AppError('UNPROCESSABLE_ENTITY', 'LINE_NOT_FOUND', { fields: { line_item_ids: ['LINE_NOT_FOUND'] } });
  // A bundle is one item for the customer: its parts that aren't bought are shipped together.
  const wanted = named && withParts(all, named);
  const may = (line: LineRow) => nextState(LINE_TRANSITIONS, line.state, 'take_over') !== undefined;
  const lines = all.filter((line) => (wanted ? wanted.includes(line.line_id) : may(line)));
  const bar = lines.find((line) => !may(line) && line.state !== 'manual');
  if (bar || lines.length === 0)
    throw new AppError('BAD_REQUEST', 'LINE_NOT_TO_TAKE_OVER', { params: { title: bar?.title ?? order.name } });
  await patchLines(
    tx,
    workplaceId,
    lines.map((line) => ({
      order_id: order.order_id,
      line_id: line.line_id,
      state: 'manual',
      taken_over_by: 'person',
      block: null,
    })),
  );
  const lineIds = lines.map((line) => line.line_id);
  const { tracking } = input;
  const params = { count: lines.length, number: tracking?.number ?? '' };
  await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'manually_fulfilled', params, actor }]);
  const report = async (ids: Iterable<string>): Promise<void> => {
    for (const id of order.cancelled_at ? [] : new Set(ids))
      await deps.queue.send(tx, syncParcelJob, { ...scope, shipmentId: id, storeId: order.store_id });
  };
  // Lines without a parcel have left by now: those of a bundle keep its units back no longer.
  const state = tracking ? 'shipped' : 'manual';
  const after = all.map(
    (line): LineRow => (lineIds.includes(line.line_id) ? { ...line, state, taken_over_by: 'person' } : line),
  );
  if (!tracking) {
    const complete = await reportBundles(tx, workplaceId, order, after);
    if (complete.length > 0) await markOpenWork(tx, scope);
    await report(complete);
    await publish(tx, workplaceId, 'shipments', complete);
    return { lineIds, shipmentId: null };
  }

  const known = await shipmentsOfOrder(tx, workplaceId, order.order_id);
  if (known.some((one) => one.tracking_number === tracking.number))
    throw new AppError('UNPROCESSABLE_ENTITY', 'PARCEL_KNOWN', { fields: { 'tracking.number': ['PARCEL_KNOWN'] } });
  const shipmentId = newId();
  const bundles = bundlesOf(after);
  const inParcels = await linesOfShipments(
    tx,
    workplaceId,
    known.map((one) => one.shipment_id),
  );
  const groups = new Map(known.map((one) => [one.shipment_id, one.supplier_order_id ?? '']));
  const before = inParcels.map((one) => ({ ...one, group: groups.get(one.shipment_id) ?? '' }));
  // The store may know the units of a bundle's part by now that left before its number was known.
  const late = lines.filter((line) => line.state === 'manual' && bundles.has(line.line_id));
  const unitsOfLate = (line: LineRow): number =>
    Math.max(0, line.quantity - (line.refunded_quantity ?? 0) - unitsOfPart(before, line.line_id));
  const pieces = lines
    .map((line) => ({ line_id: line.line_id, quantity: late.includes(line) ? unitsOfLate(line) : toBuy(line) }))
    .filter((one) => one.quantity > 0);
  const held = completeBundles(
    pieces.map((one) => ({ ...one, pieces_per_unit: 1, units: null })),
    bundles,
    '',
    [],
    before,
    false,
  );
  const isReported = completesAny(held);
  const lateIn = new Set(late.map((line) => bundles.get(line.line_id)));
  // The store knows its units from another parcel, and gets the number beside that one's.
  const shownWith = isReported
    ? undefined
    : known.findLast(
        ({ same_items_as, shipment_id: id }) =>
          same_items_as === null &&
          before.some((one) => one.shipment_id === id && unitsOf(one) > 0 && lateIn.has(bundles.get(one.line_id))),
      )?.shipment_id;
  const isWaiting = !order.cancelled_at && (isReported || shownWith !== undefined);
  await insertShipment(tx, workplaceId, {
    shipment_id: shipmentId,
    order_id: order.order_id,
    store_id: order.store_id,
    supplier_order_id: null,
    source: null,
    source_order_no: null,
    remote_parcel_id: tracking.number,
    carrier: tracking.carrier,
    tracking_number: tracking.number,
    tracking_url: tracking.url ?? null,
    same_items_as: shownWith ?? null,
    destination: order.ship_country,
    shipping_method: null,
    state: 'not_found',
    report_state: isWaiting ? 'waiting' : 'not_needed',
    shipped_at: deps.clock.now(),
    delivered_at: null,
  });
  await putShipmentLines(tx, workplaceId, shipmentId, held);
  const further = await reportBundles(tx, workplaceId, order, after);
  const needed = new Map(pieces.map((one) => [one.line_id, one.quantity]));
  await moveLines(tx, workplaceId, order.order_id, needed, new Map([[shipmentId, pieces]]), new Map());
  const shipped = { carrier: tracking.carrier, number: tracking.number, pieces: pieces.length };
  await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'shipped', params: shipped, actor }]);
  if (pieces.length > 0)
    await planMails(tx, deps, scope, order, [
      { shipmentId, before: undefined, after: 'not_found', at: deps.clock.now() },
    ]);
  await markOpenWork(tx, scope);
  if (isReported) await joinWaiting(tx, workplaceId, inParcels, held, bundles, shipmentId);
  await report([...(isWaiting ? [shipmentId] : []), ...further]);
  await publish(tx, workplaceId, 'shipments', [shipmentId]);
  return { lineIds, shipmentId };
}

import type { ConnectorId, TrackedParcel } from '@quayside/connector-kit';
import type { ShipmentStateName } from '@quayside/contracts';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { addEvents, findLines, lockOrder } from '../../orders/index.ts';
import { planMails } from '../../shopper-mail/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import {
  addTrackingEvents,
  findShipment,
  linesOfShipments,
  setCarrierCountry,
  shipmentsOfOrder,
  updateShipment,
} from '../repo.ts';
import { getState, isTrouble } from '../rules/shipment-states.ts';
import { getScales } from '../rules/units.ts';
import { moveLines } from './apply-parcels.ts';
import { reportNews } from './report-news.ts';

/**
 * Saves a tracking service's news of a parcel: events that neither it nor the supplier reported before, and the state
 * they lead to. Returns the state; undefined if the parcel is gone or has another number now.
 */
export async function applyTracking(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  scope: WorkplaceScope,
  shipmentId: string,
  service: ConnectorId,
  parcel: TrackedParcel,
): Promise<ShipmentStateName | undefined> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const found = await findShipment(tx, workplaceId, shipmentId);
    if (!found || found.tracking_number !== parcel.number) return undefined;
    const order = await lockOrder(tx, workplaceId, found.order_id);
    const known = await findShipment(tx, workplaceId, shipmentId);
    if (!order || !known || known.tracking_number !== parcel.number) return undefined;
    const state = getState(known.state, parcel.events, parcel.state);
    const carrier = known.carrier ?? parcel.carrier ?? null;
    const latest = parcel.events
      .filter((event) => event.state === 'delivered')
      .map((event) => event.at)
      .sort()
      .at(-1);
    const deliveredAt = state === 'delivered' ? (known.delivered_at ?? latest ?? deps.clock.now()) : null;
    const differs = known.state !== state || known.carrier !== carrier;
    // A carrier's text may name the customer or a neighbor.
    const added = order.erased_at ? 0 : await addTrackingEvents(tx, workplaceId, shipmentId, parcel.events, service);
    if (parcel.destination) await setCarrierCountry(tx, workplaceId, shipmentId, parcel.destination);
    if (differs)
      await updateShipment(tx, workplaceId, shipmentId, { ...known, carrier, state, delivered_at: deliveredAt });
    if (!differs && added === 0) return state;
    const orderId = order.order_id;
    const lastOfState = parcel.events
      .filter((event) => event.state === state)
      .map((event) => event.at)
      .sort((a, b) => Date.parse(a) - Date.parse(b))
      .at(-1);
    const at = deliveredAt ?? lastOfState ?? deps.clock.now();
    await planMails(tx, deps, scope, order, [{ shipmentId, before: known.state, after: state, at }]);
    const params = { carrier: carrier ?? '', number: known.tracking_number };
    if (state === 'delivered' && known.state !== 'delivered') {
      await addEvents(tx, workplaceId, [{ orderId, kind: 'delivered', params }]);
      const parcels = await shipmentsOfOrder(tx, workplaceId, orderId);
      const pieces = await linesOfShipments(
        tx,
        workplaceId,
        parcels.map((one) => one.shipment_id),
      );
      const lines = await findLines(tx, workplaceId, [orderId]);
      const scales = getScales(pieces);
      const scaleOf = (lineId: string): number => scales.get(lineId) ?? 1;
      await moveLines(
        tx,
        workplaceId,
        orderId,
        new Map(
          lines.map((line) => [line.line_id, (line.quantity - (line.refunded_quantity ?? 0)) * scaleOf(line.line_id)]),
        ),
        new Map(
          [...Map.groupBy(pieces, (piece) => piece.shipment_id)].map(([id, own]) => [
            id,
            own.map((piece) => ({
              line_id: piece.line_id,
              quantity: (piece.quantity * scaleOf(piece.line_id)) / piece.pieces_per_unit,
            })),
          ]),
        ),
        new Map(parcels.map((one) => [one.shipment_id, one.state])),
      );
    }
    if (isTrouble(state) && !isTrouble(known.state)) {
      const subject = { id: shipmentId, name: known.tracking_number };
      await notify(tx, workplaceId, [{ kind: 'parcel_trouble', orderId, subject, params }]);
    }
    if (known.carrier !== carrier && !order.cancelled_at && (await reportNews(tx, workplaceId, known))) {
      await markOpenWork(tx, scope);
      await deps.queue.send(tx, syncParcelJob, { ...scope, shipmentId, storeId: known.store_id });
    }
    await publish(tx, workplaceId, 'shipments', [shipmentId]);
    return state;
  });
}

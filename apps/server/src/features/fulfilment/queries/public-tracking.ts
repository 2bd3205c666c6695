import { notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import { findOrder, findPublicTracking } from '../../orders/index.ts';
import { eventsOfShipments, linesOfShipments, shipmentsOfOrder } from '../repo.ts';
import { publicState } from '../rules/parcels.ts';
import { trackingLink } from '../rules/tracking-link.ts';

/**
 * Data visible with an unguessable tracking id (decision A56): store name, carriers with tracking numbers, statuses,
 * events and country, but no name, address or price. Event locations are left out, because the last ones reveal where
 * the customer lives.
 */
export async function publicTracking(deps: Deps, publicTrackingId: string) {
  const owner = await deps.db.global((tx) => findPublicTracking(tx, publicTrackingId));
  if (!owner) throw notFound('TRACKING_NOT_FOUND');
  const { account_id: accountId, workplace_id: workplaceId, order_id: orderId } = owner;
  return deps.db.read({ accountId, workplaceId }, async (ex) => {
    const order = await findOrder(ex, workplaceId, orderId);
    if (!order) throw notFound('TRACKING_NOT_FOUND');
    const store = await findStore(ex, workplaceId, order.store_id);
    const shipments = await shipmentsOfOrder(ex, workplaceId, orderId);
    const ids = shipments.map((one) => one.shipment_id);
    const held = await linesOfShipments(ex, workplaceId, ids);
    const events = await eventsOfShipments(ex, workplaceId, ids);
    return {
      state: publicState(
        { cancelled: order.cancelled_at !== null, fulfillment_status: order.fulfillment_status },
        shipments,
      ),
      country_code: order.ship_country,
      store_name: store?.store_name || null,
      parcels: shipments.map((one) => ({
        carrier: one.carrier,
        tracking_number: one.tracking_number,
        tracking_url: trackingLink(one),
        state: one.state,
        pieces: held
          .filter((line) => line.shipment_id === one.shipment_id)
          .reduce((sum, line) => sum + line.quantity, 0),
        shipped_at: one.shipped_at,
        delivered_at: one.delivered_at,
        events: events
          .filter((event) => event.shipment_id === one.shipment_id)
          .map(({ at, state, description }) => ({ at, state, description })),
      })),
    };
  });
}

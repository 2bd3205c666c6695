import { notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import { findOrder, findPublicTracking } from '../../orders/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import { findTrackingPage } from '../page-repo.ts';
import { eventsOfShipments, linesOfShipments, shipmentsOfOrder } from '../repo.ts';
import { publicState } from '../rules/parcels.ts';
import { trackingLink } from '../rules/tracking-link.ts';
import { deliveryEstimate } from './delivery-estimate.ts';

/**
 * Data visible with an unguessable tracking id (decision A56): store name, carriers with tracking numbers, statuses,
 * events and country, but no name, address or price. Event locations are left out, because the last ones reveal where
 * the customer lives.
 */
export async function publicTracking(deps: Deps, publicTrackingId: string) {
  const owner = await deps.db.global((tx) => findPublicTracking(tx, publicTrackingId));
  if (!owner) throw notFound('TRACKING_NOT_FOUND');
  const { account_id: accountId, workplace_id: workplaceId, order_id: orderId } = owner;
  const branded = await hasOrderTracking(deps, accountId);
  return deps.db.read({ accountId, workplaceId }, async (ex) => {
    const order = await findOrder(ex, workplaceId, orderId);
    if (!order) throw notFound('TRACKING_NOT_FOUND');
    const store = await findStore(ex, workplaceId, order.store_id);
    const shipments = await shipmentsOfOrder(ex, workplaceId, orderId);
    const ids = shipments.map((one) => one.shipment_id);
    const held = await linesOfShipments(ex, workplaceId, ids);
    const events = await eventsOfShipments(ex, workplaceId, ids);
    const page = branded ? await findTrackingPage(ex, workplaceId) : undefined;
    const estimates = new Map<string, { from: string; to: string } | null>();
    if (page?.shows_estimate)
      for (const one of shipments)
        estimates.set(one.shipment_id, await deliveryEstimate(ex, workplaceId, one, deps.clock.millis()));
    return {
      state: publicState(
        { cancelled: order.cancelled_at !== null, fulfillment_status: order.fulfillment_status },
        shipments,
      ),
      country_code: order.ship_country,
      store_name: page?.shop_name ?? (store?.store_name || null),
      brand: page ? { logo_url: page.logo_url, color: page.color, support_url: page.support_url } : null,
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
        estimate: estimates.get(one.shipment_id) ?? null,
        events: events
          .filter((event) => event.shipment_id === one.shipment_id)
          .map(({ at, state, description }) => ({ at, state, description })),
      })),
    };
  });
}

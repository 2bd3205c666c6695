import type { ConnectorContext, ShipmentState, SupplierParcel, TrackingEvent } from '@quayside/connector-kit';
import { parseTime } from './map-order.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

/** CJ's numbers of a parcel's state. Source: CJ API 2.0, webhook LOGISTIC, trackingStatus. */
const BY_NUMBER: Record<number, ShipmentState> = {
  0: 'not_found',
  1: 'info_received',
  2: 'in_transit',
  3: 'exception',
  4: 'in_transit',
  5: 'in_transit',
  6: 'in_transit',
  7: 'in_transit',
  8: 'in_transit',
  9: 'in_transit',
  10: 'out_for_delivery',
  11: 'available_for_pickup',
  12: 'delivered',
  13: 'exception',
  14: 'exception',
};

/** trackInfo answers words, of which CJ's documents show only a few; the first rule that fits decides. */
const BY_WORDS: [RegExp, ShipmentState][] = [
  [/no tracking|not found/i, 'not_found'],
  [/undeliver|delivery fail|failed attempt/i, 'delivery_failure'],
  [/abnormal|fail|return|exception/i, 'exception'],
  [/expired/i, 'expired'],
  [/out for delivery|^delivery$/i, 'out_for_delivery'],
  [/pick ?up|awaiting|waiting for retrieval/i, 'available_for_pickup'],
  [/delivered|signed?( for)?$/i, 'delivered'],
  [/warehouse outbound|pre-?transit|info(rmation)? received|label/i, 'info_received'],
  [/transit|customs|arriv|depart|forwarder|first leg|terminal|clearance/i, 'in_transit'],
];

/** undefined: CJ said something that is none of our states. */
export function stateOfTrack(status: string | number | null | undefined): ShipmentState | undefined {
  if (status == null || status === '') return undefined;
  const asNumber = Number(status);
  if (Number.isInteger(asNumber)) return BY_NUMBER[asNumber];
  return BY_WORDS.find(([words]) => words.test(String(status)))?.[1];
}

/** How many numbers one request asks for; CJ takes the parameter repeated. */
const AT_ONCE = 20;

/** Adds to each parcel the state that CJ's tracking tells. A parcel that CJ says nothing about stays as it is. */
export async function withTracking(ctx: ConnectorContext, parcels: SupplierParcel[]): Promise<SupplierParcel[]> {
  const told = new Map<string, { state: ShipmentState; event?: TrackingEvent }>();
  for (let at = 0; at < parcels.length; at += AT_ONCE) {
    const trackNumber = parcels.slice(at, at + AT_ONCE).map((parcel) => parcel.trackingNumber);
    const rows = await askAccount(
      ctx,
      { method: 'GET', path: '/logistic/trackInfo', query: { trackNumber }, effect: false },
      raw.tracks,
    );
    for (const row of rows ?? []) {
      const state = stateOfTrack(row.trackingStatus);
      if (!state) continue;
      // deliveryTime is the only moment that this call tells, and only of the delivery.
      const deliveredAt = state === 'delivered' ? parseTime(row.deliveryTime) : undefined;
      told.set(row.trackingNumber, {
        state,
        ...(deliveredAt ? { event: { at: deliveredAt, state, description: row.trackingStatus ?? '' } } : {}),
      });
    }
  }
  return parcels.map((parcel) => {
    const row = told.get(parcel.trackingNumber);
    return row ? { ...parcel, state: row.state, ...(row.event ? { events: [row.event] } : {}) } : parcel;
  });
}

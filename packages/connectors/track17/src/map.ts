import type { ShipmentState, TrackedParcel, TrackingEvent } from '@quayside/connector-kit';
import { readEvents, type TrackInfo } from './raw.ts';

/** Their main statuses, without case and underscores. */
const STATES: Readonly<Record<string, ShipmentState>> = {
  notfound: 'not_found',
  inforeceived: 'info_received',
  intransit: 'in_transit',
  expired: 'expired',
  availableforpickup: 'available_for_pickup',
  outfordelivery: 'out_for_delivery',
  deliveryfailure: 'delivery_failure',
  delivered: 'delivered',
  exception: 'exception',
};

/** Milestones of an event's `stage` that are no main status. */
const STAGES: Readonly<Record<string, ShipmentState>> = {
  pickedup: 'in_transit',
  departure: 'in_transit',
  arrival: 'in_transit',
  returning: 'exception',
  returned: 'exception',
};

/** A status such as "InTransit", or a sub-status such as "InTransit_PickedUp". */
export function toState(text: string | null | undefined): ShipmentState | undefined {
  const name = text?.split('_')[0]?.toLowerCase() ?? '';
  return STATES[name] ?? STAGES[name];
}

const toTime = (text: string | null | undefined): string | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

export function toParcel(number: string, info: TrackInfo | undefined): TrackedParcel {
  const providers = info?.tracking?.providers ?? [];
  const events = providers.flatMap(({ events: raw }) =>
    readEvents(raw).flatMap((event): TrackingEvent[] => {
      const at = toTime(event.time_utc) ?? toTime(event.time_iso);
      const state = toState(event.sub_status) ?? toState(event.stage) ?? 'in_transit';
      if (!at) return [];
      return [
        {
          at,
          state,
          description: event.description?.trim() ?? '',
          ...(event.location ? { location: event.location } : {}),
        },
      ];
    }),
  );
  const state = toState(info?.latest_status?.status);
  // The last carrier of a parcel delivers it.
  const carrier = providers.at(-1)?.provider?.name ?? undefined;
  const destination = info?.shipping_info?.recipient_address?.country ?? undefined;
  return {
    number,
    ...(carrier ? { carrier } : {}),
    ...(state ? { state } : {}),
    events,
    ...(destination && /^[A-Z]{2}$/.test(destination) ? { destination } : {}),
  };
}

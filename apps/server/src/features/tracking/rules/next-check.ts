import type { ShipmentStateName } from '@quayside/contracts';

const HOUR = 3_600_000;

/** How often a parcel is read again by state, besides what webhooks report. */
const HOURS: Readonly<Record<ShipmentStateName, number>> = {
  not_found: 6,
  info_received: 6,
  in_transit: 4,
  out_for_delivery: 1,
  available_for_pickup: 6,
  delivered: 0,
  expired: 24,
  delivery_failure: 6,
  exception: 6,
};

/** Age after which a parcel is no longer read. */
const GIVEN_UP_MS = 90 * 24 * HOUR;
/** The sandbox's clock may run fast. */
const SANDBOX_MS = 60_000;

/** Delay before a parcel is read again; undefined: it arrived, or nothing is expected any more. */
export function nextCheckMs(
  state: ShipmentStateName | undefined,
  ageMs: number,
  mode: 'live' | 'sandbox',
): number | undefined {
  if (state === undefined || state === 'delivered' || ageMs > GIVEN_UP_MS) return undefined;
  return mode === 'sandbox' ? SANDBOX_MS : HOURS[state] * HOUR;
}

import type { AlarmDays, AlarmKind, ShipmentStateName } from '@quayside/contracts';

export interface ParcelFacts {
  state: ShipmentStateName;
  shipped_at: string;
  state_since: string;
  last_event_at: string | null;
  /** Where the order goes. */
  country: string | null;
  /** Where the carrier brings it, if it says so. */
  carrier_country: string | null;
  cancelled: boolean;
}

const DAY = 86_400_000;

/** Territories that carriers report as their country, and the other way round. */
const SAME_COUNTRY: Readonly<Record<string, string>> = {
  AS: 'US',
  GU: 'US',
  MP: 'US',
  PR: 'US',
  VI: 'US',
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',
  GF: 'FR',
  GP: 'FR',
  MC: 'FR',
  MQ: 'FR',
  RE: 'FR',
  YT: 'FR',
  SM: 'IT',
  VA: 'IT',
  LI: 'CH',
};
const home = (country: string): string => SAME_COUNTRY[country] ?? country;

const UNSCANNED: readonly ShipmentStateName[] = ['not_found', 'info_received'];
const MOVING: readonly ShipmentStateName[] = ['in_transit', 'out_for_delivery'];

type Check = (parcel: ParcelFacts, days: AlarmDays, now: number) => boolean;
const isOlder = (since: string, days: number, now: number): boolean => now - Date.parse(since) >= days * DAY;

/** When a parcel on its way raises each alarm. */
const CHECKS: Readonly<Record<Exclude<AlarmKind, 'no_number' | 'claim_ending'>, Check>> = {
  delivery_problem: ({ state }) => state === 'exception' || state === 'delivery_failure',
  wrong_country: ({ country, carrier_country: carrier }) =>
    country !== null && carrier !== null && home(country) !== home(carrier),
  pickup_ending: ({ state, state_since }, { pickup }, now) =>
    state === 'available_for_pickup' && isOlder(state_since, pickup, now),
  no_scan: ({ state, shipped_at }, { no_scan }, now) => UNSCANNED.includes(state) && isOlder(shipped_at, no_scan, now),
  no_movement: ({ state, shipped_at, last_event_at }, { no_movement }, now) =>
    state === 'expired' || (MOVING.includes(state) && isOlder(last_event_at ?? shipped_at, no_movement, now)),
};

/** Whether a claim window closes within some days and is still open. */
export const isClaimEnding = (until: string, { claim }: Pick<AlarmDays, 'claim'>, now: number): boolean =>
  Date.parse(until) >= now && Date.parse(until) - now <= claim * DAY;

/** Alarms of a parcel. One that arrived, or whose order was canceled before it moved, has none. */
export function alarmsOf(parcel: ParcelFacts, days: AlarmDays, now: number): AlarmKind[] {
  if (parcel.state === 'delivered' || (parcel.cancelled && UNSCANNED.includes(parcel.state))) return [];
  return Object.entries(CHECKS).flatMap(([kind, check]) => (check(parcel, days, now) ? [kind as AlarmKind] : []));
}

import type { ShipmentState, TrackedParcel, TrackingEvent } from '@quayside/connector-kit';
import { readCheckpoints, type Tracking } from './raw.ts';

const STATES: Readonly<Record<string, ShipmentState>> = {
  Pending: 'not_found',
  InfoReceived: 'info_received',
  InTransit: 'in_transit',
  OutForDelivery: 'out_for_delivery',
  AttemptFail: 'delivery_failure',
  Delivered: 'delivered',
  AvailableForPickup: 'available_for_pickup',
  Exception: 'exception',
  Expired: 'expired',
};

export const toState = (tag: string | null | undefined): ShipmentState | undefined => STATES[tag ?? ''];

/** ISO country codes of three letters that AfterShip uses, for the countries a wrong destination is checked for. */
const toCountry = (code: string | null | undefined): string | undefined => {
  if (!code) return undefined;
  return /^[A-Z]{2}$/.test(code) ? code : ALPHA3[code];
};

const ALPHA3: Readonly<Record<string, string>> = {
  ARE: 'AE',
  AUS: 'AU',
  AUT: 'AT',
  BEL: 'BE',
  BRA: 'BR',
  CAN: 'CA',
  CHE: 'CH',
  CHL: 'CL',
  CHN: 'CN',
  COL: 'CO',
  CZE: 'CZ',
  DEU: 'DE',
  DNK: 'DK',
  ESP: 'ES',
  EST: 'EE',
  FIN: 'FI',
  FRA: 'FR',
  GBR: 'GB',
  GRC: 'GR',
  HKG: 'HK',
  HRV: 'HR',
  HUN: 'HU',
  IND: 'IN',
  IRL: 'IE',
  ISR: 'IL',
  ITA: 'IT',
  JPN: 'JP',
  KOR: 'KR',
  LTU: 'LT',
  LUX: 'LU',
  LVA: 'LV',
  MEX: 'MX',
  MYS: 'MY',
  NLD: 'NL',
  NOR: 'NO',
  NZL: 'NZ',
  PHL: 'PH',
  POL: 'PL',
  PRT: 'PT',
  ROU: 'RO',
  SAU: 'SA',
  SGP: 'SG',
  SVK: 'SK',
  SVN: 'SI',
  SWE: 'SE',
  THA: 'TH',
  TUR: 'TR',
  TWN: 'TW',
  UKR: 'UA',
  USA: 'US',
  VNM: 'VN',
  ZAF: 'ZA',
};

/** "china-post" as people read it. */
export const toCarrier = (slug: string): string =>
  slug
    .split('-')
    .map((word) => (word.length <= 3 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

export function toParcel(raw: Tracking): TrackedParcel {
  const events = readCheckpoints(raw.checkpoints).flatMap((one): TrackingEvent[] => {
    const time = Date.parse(one.checkpoint_time ?? '');
    if (Number.isNaN(time)) return [];
    const location = one.location ?? one.city ?? undefined;
    return [
      {
        at: new Date(time).toISOString(),
        state: toState(one.tag) ?? 'in_transit',
        description: one.message?.trim() ?? '',
        ...(location ? { location } : {}),
      },
    ];
  });
  const state = toState(raw.tag);
  const destination = toCountry(raw.courier_destination_country_region);
  return {
    number: raw.tracking_number,
    trackingId: raw.id,
    ...(raw.slug ? { carrier: toCarrier(raw.slug) } : {}),
    ...(state ? { state } : {}),
    events,
    ...(destination ? { destination } : {}),
  };
}

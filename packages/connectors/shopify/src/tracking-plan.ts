import type { Tracking, TrackingState, TrackingUpdate } from '@quayside/connector-kit';
import { carrierName } from './carriers.ts';

interface Info {
  company: string | null;
  number: string | null;
  url: string | null;
}

export interface TrackedFulfillment {
  id: string;
  trackingInfo: readonly Info[];
}

export const sameNumber = (a: string, b: string): boolean => a.trim().toUpperCase() === b.trim().toUpperCase();

const hasNumber = (info: Info, number: string): boolean => info.number !== null && sameNumber(info.number, number);

/** Shopify builds an address itself where it was given none. */
const shows = (info: Info, tracking: Tracking): boolean =>
  hasNumber(info, tracking.number) &&
  info.company === carrierName(tracking.carrier) &&
  (tracking.url === undefined || info.url === tracking.url);

/** The tracking of one fulfilment as it is to be; undefined: it stays. */
interface Change {
  id: string;
  infos: Info[];
}

const infoOf = ({ carrier, number, url }: Tracking): Info => ({
  company: carrierName(carrier),
  number,
  url: url ?? null,
});

/**
 * How far the new tracking has got in the shop, and which fulfilments are still to be changed. A parcel may have several, one
 * per location or one for the lines that were added to it later; they carry the same number.
 */
export function planTracking(
  standing: readonly TrackedFulfillment[],
  { externalFulfillmentId, from, to }: Pick<TrackingUpdate, 'externalFulfillmentId' | 'from' | 'to'>,
): { state: TrackingState; changes: Change[] } {
  const its = standing.filter((one) => one.id === externalFulfillmentId);
  if (!from) {
    const [joined] = its;
    if (!joined) return { state: 'edited', changes: [] };
    if (joined.trackingInfo.some((info) => hasNumber(info, to.number))) return { state: 'done', changes: [] };
    const kept = joined.trackingInfo.filter((info) => info.number !== null);
    return { state: 'pending', changes: [{ id: joined.id, infos: [...kept, infoOf(to)] }] };
  }
  const others = standing.filter(
    (one) => !its.includes(one) && one.trackingInfo.some((info) => hasNumber(info, from.number)),
  );
  const concerned = [...its, ...others];
  const open = concerned.filter((one) => !one.trackingInfo.some((info) => shows(info, to)));
  const changes = open.flatMap(({ id, trackingInfo }) =>
    trackingInfo.some((info) => shows(info, from))
      ? [{ id, infos: trackingInfo.map((info) => (shows(info, from) ? infoOf(to) : info)) }]
      : [],
  );
  if (concerned.length === 0 || changes.length < open.length) return { state: 'edited', changes: [] };
  return { state: changes.length === 0 ? 'done' : 'pending', changes };
}

/**
 * Shopify keeps one carrier for all numbers of a fulfilment: that of the parcel under way now, the last. Addresses are given
 * for all numbers or for none.
 */
export function trackingInput(infos: readonly Info[], carrier: string) {
  const company = carrierName(carrier);
  const numbers = infos.flatMap((info) => info.number ?? []);
  const urls = infos.flatMap((info) => info.url ?? []);
  const [number] = numbers;
  const [url] = urls;
  if (numbers.length === 1) return { company, number, ...(url === undefined ? {} : { url }) };
  return { company, numbers, ...(urls.length === numbers.length ? { urls } : {}) };
}

import { createHash } from 'node:crypto';
import type { ChannelFulfillment, FulfillmentInput, TrackingState, TrackingUpdate } from '@quayside/connector-kit';
import { z } from 'zod';
import { PARCEL, SHIPMENT_TRACKING } from './meta.ts';
import type { Meta } from './raw.ts';

const parcel = z.object({
  ref: z.string(),
  carrier: z.string(),
  number: z.string(),
  url: z.string().optional(),
  at: z.string(),
  lines: z.array(z.object({ externalLineId: z.string(), quantity: z.number().int().positive() })),
});
export type Parcel = z.output<typeof parcel>;

/** One key per parcel: two parcels told at once do not overwrite each other, and one told twice is written once. */
export const parcelKey = (ref: string): string => PARCEL + ref;

export function readParcels(meta: Meta): Parcel[] {
  return meta.flatMap((entry) => {
    if (!entry.key.startsWith(PARCEL) || typeof entry.value !== 'string') return [];
    try {
      return [parcel.parse(JSON.parse(entry.value))];
    } catch {
      return [];
    }
  });
}

export const getParcels = (meta: Meta): ChannelFulfillment[] => readParcels(meta).map(fulfillmentOf);

export const fulfillmentOf = (entry: Parcel): ChannelFulfillment => ({
  externalFulfillmentId: entry.ref,
  ref: entry.ref,
  trackingNumbers: [entry.number],
  lines: entry.lines,
});

/** Whether lines were reported already, with all their pieces. */
export const coversLines = (reported: Parcel['lines'], wanted: Parcel['lines']): boolean =>
  wanted.every(({ externalLineId, quantity }) => {
    const line = reported.find((one) => one.externalLineId === externalLineId);
    return line !== undefined && line.quantity >= quantity;
  });

export const parcelFrom = (input: FulfillmentInput, at: string): Parcel => ({
  ref: input.ref,
  carrier: input.tracking.carrier,
  number: input.tracking.number,
  ...(input.tracking.url ? { url: input.tracking.url } : {}),
  at,
  lines: input.lines,
});

const trackingItem = z
  .object({
    tracking_number: z.string(),
    custom_tracking_provider: z.string().optional(),
    custom_tracking_link: z.string().optional(),
  })
  .loose();

const itemsOf = (meta: Meta): unknown[] => {
  const value = meta.find((entry) => entry.key === SHIPMENT_TRACKING)?.value;
  return Array.isArray(value) ? value : [];
};

const numberOf = (item: unknown): string | undefined => trackingItem.safeParse(item).data?.tracking_number;

const itemOf = (entry: Parcel) => ({
  tracking_provider: '',
  custom_tracking_provider: entry.carrier,
  custom_tracking_link: entry.url ?? '',
  tracking_number: entry.number,
  date_shipped: String(Math.floor(Date.parse(entry.at) / 1000)),
  tracking_id: createHash('md5').update(`${entry.carrier}-${entry.number}${entry.at}`).digest('hex'),
});

/** Whether an item of the list is still as we wrote it for a parcel. */
function isAsWritten(item: unknown, entry: Parcel): boolean {
  const { data } = trackingItem.safeParse(item);
  return (
    data?.tracking_number === entry.number &&
    data.custom_tracking_provider === entry.carrier &&
    (data.custom_tracking_link ?? '') === (entry.url ?? '')
  );
}

/** Our mark of a parcel: its own, else the one that it joins, or that was written for it before a restore. */
export const getParcelNote = (
  meta: Meta,
  { externalFulfillmentId, ref }: Pick<TrackingUpdate, 'externalFulfillmentId' | 'ref'>,
): Parcel | undefined => {
  const marks = readParcels(meta);
  return marks.find((entry) => entry.ref === ref) ?? marks.find((entry) => entry.ref === externalFulfillmentId);
};

/** How far new tracking has got, by our own marks and the list that merchants edit. */
export function getTrackingState(
  meta: Meta,
  { externalFulfillmentId, ref, from, to }: Pick<TrackingUpdate, 'externalFulfillmentId' | 'ref' | 'from' | 'to'>,
): TrackingState {
  const mark = getParcelNote(meta, { externalFulfillmentId, ref });
  if (!mark) return 'edited';
  if (!from) return mark.ref === ref ? 'done' : 'pending';
  if (mark.number === to.number && mark.carrier === to.carrier && mark.url === to.url) return 'done';
  const items = itemsOf(meta);
  const isThereAlready = mark.number !== to.number && items.some((item) => numberOf(item) === to.number);
  return isThereAlready || items.some((item) => isAsWritten(item, mark)) ? 'pending' : 'edited';
}

/** The plug-ins' list with a parcel's new tracking in the place of the old. */
export function replacedTracking(meta: Meta, before: Parcel, parcel: Parcel): unknown[] {
  const others = itemsOf(meta).filter((item) => !isAsWritten(item, before));
  if (others.some((item) => numberOf(item) === parcel.number)) return others;
  return itemsOf(meta).map((item) => (isAsWritten(item, before) ? itemOf(parcel) : item));
}

/**
 * The list that the Shipment Tracking plug-ins show to shopper and merchant: what others wrote there stays, ours are
 * added. Its form (custom provider, seconds, an id made of the rest) is that of the plug-in's own items.
 */
export function shipmentTracking(meta: Meta, parcels: Parcel[]): unknown[] {
  const known = itemsOf(meta);
  const numbers = new Set(known.map(numberOf));
  return [...known, ...parcels.filter((entry) => !numbers.has(entry.number)).map(itemOf)];
}

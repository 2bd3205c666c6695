import { createHash } from 'node:crypto';
import type { ChannelFulfillment, FulfillmentInput } from '@quayside/connector-kit';
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

export const parcelsOf = (meta: Meta): ChannelFulfillment[] => readParcels(meta).map(fulfillmentOf);

export const fulfillmentOf = (entry: Parcel): ChannelFulfillment => ({
  externalFulfillmentId: entry.ref,
  ref: entry.ref,
  trackingNumbers: [entry.number],
  lines: entry.lines,
});

export const parcelFrom = (input: FulfillmentInput, at: string): Parcel => ({
  ref: input.ref,
  carrier: input.tracking.carrier,
  number: input.tracking.number,
  ...(input.tracking.url ? { url: input.tracking.url } : {}),
  at,
  lines: input.lines,
});

const trackingItem = z.object({ tracking_id: z.string().optional(), tracking_number: z.string() }).loose();

/**
 * The list that the Shipment Tracking plug-ins show to shopper and merchant: what others wrote there stays, ours are
 * added. Its form (custom provider, seconds, an id made of the rest) is that of the plug-in's own items.
 */
export function shipmentTracking(meta: Meta, parcels: Parcel[]): unknown[] {
  const value = meta.find((entry) => entry.key === SHIPMENT_TRACKING)?.value;
  const known = Array.isArray(value) ? value : [];
  const numbers = new Set(
    known.flatMap((item) => {
      const parsed = trackingItem.safeParse(item);
      return parsed.success ? [parsed.data.tracking_number] : [];
    }),
  );
  const ours = parcels
    .filter((entry) => !numbers.has(entry.number))
    .map((entry) => ({
      tracking_provider: '',
      custom_tracking_provider: entry.carrier,
      custom_tracking_link: entry.url ?? '',
      tracking_number: entry.number,
      date_shipped: String(Math.floor(Date.parse(entry.at) / 1000)),
      tracking_id: createHash('md5').update(`${entry.carrier}-${entry.number}${entry.at}`).digest('hex'),
    }));
  return [...known, ...ours];
}

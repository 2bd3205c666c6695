import {
  afterAnEffect,
  type ChannelConnector,
  type ChannelFulfillment,
  type ConnectorContext,
  type FulfillmentInput,
  type Tracking,
  type TrackingUpdate,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { SHIPMENT_TRACKING } from './meta.ts';
import {
  coversLines,
  fulfillmentOf,
  getParcelNote,
  getParcels,
  getTrackingState,
  type Parcel,
  parcelFrom,
  parcelKey,
  readParcels,
  replacedTracking,
  shipmentTracking,
} from './parcels.ts';
import { type Meta, rawNote, rawOrder } from './raw.ts';

const FIELDS = 'id,status,meta_data';
const order = rawOrder.pick({ id: true, status: true, meta_data: true });

/** States in which the last parcel leaves an order: completing it would take back what the merchant did, and write to the shopper. */
const LEFT_ALONE = new Set(['completed', 'cancelled', 'refunded', 'failed', 'trash']);

const orderPath = (externalOrderId: string): string => `orders/${encodeURIComponent(externalOrderId)}`;

const read = (client: WooClient, externalOrderId: string) =>
  client.get({ path: orderPath(externalOrderId), query: { _fields: FIELDS }, shape: order });

/** What the shopper reads about his parcel. */
const noteOf = ({ carrier, number, url }: Tracking, beginning = 'Shipped'): string =>
  `${beginning} with ${carrier}, tracking number ${number}.${url ? ` ${url}` : ''}`;
const CORRECTED = 'The tracking number has changed. Shipped';
const FURTHER = 'Another parcel of this order was shipped';

const listWith = (meta: Meta, parcel: Parcel): unknown[] => shipmentTracking(meta, [...readParcels(meta), parcel]);

/**
 * Tells the shop of a parcel, once: a note (to the shopper when wanted), the plug-ins' tracking list, our own mark, and
 * the status "completed" with the last parcel. The mark is written last; until it is there, doing it all again is right.
 */
export const createFulfillment: ChannelConnector['createFulfillment'] = async (ctx, input) => {
  const client = createClient(ctx);
  const before = await read(client, input.externalOrderId);
  const known = readParcels(before.meta_data).find((entry) => entry.ref === input.ref);
  if (known && coversLines(known.lines, input.lines)) return fulfillmentOf(known);
  const parcel = known ? { ...known, lines: input.lines } : parcelFrom(input, ctx.clock.now());
  const mark = () =>
    client.send('PUT', {
      path: orderPath(input.externalOrderId),
      query: { _fields: FIELDS },
      shape: order,
      body: {
        meta_data: [
          { key: parcelKey(input.ref), value: JSON.stringify(parcel) },
          // With further lines of a known parcel the list stays: the merchant may have edited it since.
          ...(known ? [] : [{ key: SHIPMENT_TRACKING, value: listWith(before.meta_data, parcel) }]),
        ],
        ...(input.completesOrder && !LEFT_ALONE.has(before.status) ? { status: 'completed' } : {}),
      },
    });
  const noted = known ? 'known' : await noteOnce(client, input, noteOf(parcel), parcel.number);
  const after = noted === 'told' ? await afterAnEffect(mark) : await mark();
  return fulfillmentOf(readParcels(after.meta_data).find((entry) => entry.ref === input.ref) ?? parcel);
};

/** Notes have no key of ours: the tracking number tells whether an earlier try got this far. */
async function noteOnce(
  client: WooClient,
  input: Pick<FulfillmentInput, 'externalOrderId' | 'notifyCustomer'>,
  note: string,
  number: string,
): Promise<'told' | 'known'> {
  const path = `${orderPath(input.externalOrderId)}/notes`;
  const shape = rawNote.pick({ id: true, note: true }).array();
  const notes = await client.get({ path, query: { _fields: 'id,note' }, shape });
  if (notes.some((entry) => entry.note.includes(number))) return 'known';
  await client.send('POST', {
    path,
    shape: z.unknown(),
    body: { note, customer_note: input.notifyCustomer },
  });
  return 'told';
}

/** Parcels that we told the shop of. */
export async function listFulfillments(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelFulfillment[]> {
  return getParcels((await read(createClient(ctx), externalOrderId)).meta_data);
}

const metaOf = async (client: WooClient, { externalOrderId }: TrackingUpdate) =>
  (await read(client, externalOrderId)).meta_data;

export const findTracking: ChannelConnector['findTracking'] = async (ctx, input) =>
  getTrackingState(await metaOf(createClient(ctx), input), input);

/**
 * Writes a parcel's new tracking: a note to the shopper where the number is new, the plug-ins' list and our mark, in
 * this order; until the mark is there, doing it all again is right.
 */
export const updateTracking: ChannelConnector['updateTracking'] = async (ctx, input) => {
  const client = createClient(ctx);
  const meta = await metaOf(client, input);
  const state = getTrackingState(meta, input);
  if (state !== 'pending') return state;
  const before = input.from && getParcelNote(meta, input);
  const { carrier, number, url } = input.to;
  const parcel = {
    ref: before?.ref ?? input.ref,
    carrier,
    number,
    ...(url === undefined ? {} : { url }),
    at: before?.at ?? ctx.clock.now(),
    lines: before?.lines ?? [],
  };
  const list = before ? replacedTracking(meta, before, parcel) : listWith(meta, parcel);
  const mark = () =>
    client.send('PUT', {
      path: orderPath(input.externalOrderId),
      query: { _fields: FIELDS },
      shape: order,
      body: {
        meta_data: [
          { key: parcelKey(parcel.ref), value: JSON.stringify(parcel) },
          { key: SHIPMENT_TRACKING, value: list },
        ],
      },
    });
  const isNewNumber = before?.number !== number;
  const note = noteOf(input.to, before ? CORRECTED : FURTHER);
  const noted = isNewNumber ? await noteOnce(client, input, note, number) : 'known';
  if (noted === 'told') await afterAnEffect(mark);
  else await mark();
  return 'done';
};

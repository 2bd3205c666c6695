import {
  type ChannelConnector,
  type ChannelFulfillment,
  type ConnectorContext,
  ConnectorError,
  type FulfillmentInput,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { SHIPMENT_TRACKING } from './meta.ts';
import {
  fulfillmentOf,
  type Parcel,
  parcelFrom,
  parcelKey,
  parcelsOf,
  readParcels,
  shipmentTracking,
} from './parcels.ts';
import { rawNote, rawOrder } from './raw.ts';

const FIELDS = 'id,status,meta_data';
const order = rawOrder.pick({ id: true, status: true, meta_data: true });

const orderPath = (externalOrderId: string): string => `orders/${encodeURIComponent(externalOrderId)}`;

const read = (client: WooClient, externalOrderId: string) =>
  client.get({ path: orderPath(externalOrderId), query: { _fields: FIELDS }, shape: order });

/** What the shopper reads about his parcel. */
const noteOf = ({ carrier, number, url }: Parcel): string =>
  `Shipped with ${carrier}, tracking number ${number}.${url ? ` ${url}` : ''}`;

/**
 * Tells the shop of a parcel, once: a note (to the shopper when wanted), the plug-ins' tracking list, our own mark, and
 * the status "completed" with the last parcel. The mark is written last; until it is there, doing it all again is right.
 */
export const createFulfillment: ChannelConnector['createFulfillment'] = async (ctx, input) => {
  const client = createClient(ctx);
  const before = await read(client, input.externalOrderId);
  const known = readParcels(before.meta_data).find((entry) => entry.ref === input.ref);
  if (known) return fulfillmentOf(known);
  const parcel = parcelFrom(input, ctx.clock.now());
  const noted = await noteOnce(client, input, parcel);
  const after = await markParcel(client, input, before, parcel).catch((error: unknown) => {
    throw noted ? halfDone(error) : error;
  });
  return fulfillmentOf(readParcels(after.meta_data).find((entry) => entry.ref === input.ref) ?? parcel);
};

/**
 * The note is out and the mark was turned away without an effect: together that is not "nothing happened". Tried again at
 * once, a shop whose queries lag does not show the note yet, and the shopper would be written to a second time.
 */
function halfDone(error: unknown): unknown {
  const untouched = error instanceof ConnectorError && (error.kind === 'rate-limited' || error.kind === 'temporary');
  return untouched ? new ConnectorError('unknown', `after the note: ${error.detail}`, { cause: error }) : error;
}

const markParcel = (client: WooClient, input: FulfillmentInput, before: z.output<typeof order>, parcel: Parcel) =>
  client.send('PUT', {
    path: orderPath(input.externalOrderId),
    query: { _fields: FIELDS },
    shape: order,
    body: {
      meta_data: [
        { key: parcelKey(input.ref), value: JSON.stringify(parcel) },
        {
          key: SHIPMENT_TRACKING,
          value: shipmentTracking(before.meta_data, [...readParcels(before.meta_data), parcel]),
        },
      ],
      ...(input.completesOrder && before.status !== 'completed' ? { status: 'completed' } : {}),
    },
  });

/** Notes have no key of ours: the tracking number tells whether an earlier try got this far. true: written now. */
async function noteOnce(client: WooClient, input: FulfillmentInput, parcel: Parcel): Promise<boolean> {
  const path = `${orderPath(input.externalOrderId)}/notes`;
  const notes = await client.get({ path, query: { _fields: 'id,note' }, shape: rawNote.array() });
  if (notes.some((entry) => entry.note.includes(parcel.number))) return false;
  await client.send('POST', {
    path,
    shape: z.unknown(),
    body: { note: noteOf(parcel), customer_note: input.notifyCustomer },
  });
  return true;
}

/** Parcels that we told the shop of. */
export async function listFulfillments(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelFulfillment[]> {
  return parcelsOf((await read(createClient(ctx), externalOrderId)).meta_data);
}

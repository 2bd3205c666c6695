import {
  afterAnEffect,
  type ChannelConnector,
  type ChannelFulfillment,
  type ConnectorContext,
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

/** States in which the last parcel leaves an order: completing it would take back what the merchant did, and write to the shopper. */
const LEFT_ALONE = new Set(['completed', 'cancelled', 'refunded', 'failed', 'trash']);

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
  const mark = () =>
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
        ...(input.completesOrder && !LEFT_ALONE.has(before.status) ? { status: 'completed' } : {}),
      },
    });
  const after = (await noteOnce(client, input, parcel)) === 'told' ? await afterAnEffect(mark) : await mark();
  return fulfillmentOf(readParcels(after.meta_data).find((entry) => entry.ref === input.ref) ?? parcel);
};

/** Notes have no key of ours: the tracking number tells whether an earlier try got this far. */
async function noteOnce(client: WooClient, input: FulfillmentInput, parcel: Parcel): Promise<'told' | 'known'> {
  const path = `${orderPath(input.externalOrderId)}/notes`;
  const notes = await client.get({ path, query: { _fields: 'id,note' }, shape: rawNote.array() });
  if (notes.some((entry) => entry.note.includes(parcel.number))) return 'known';
  await client.send('POST', {
    path,
    shape: z.unknown(),
    body: { note: noteOf(parcel), customer_note: input.notifyCustomer },
  });
  return 'told';
}

/** Parcels that we told the shop of. */
export async function listFulfillments(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelFulfillment[]> {
  return parcelsOf((await read(createClient(ctx), externalOrderId)).meta_data);
}

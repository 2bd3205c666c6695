import type { ChannelFulfillment, ConnectorContext } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { everyPage } from './pages.ts';
import type { RawFulfillment } from './raw.ts';

/** Fulfilments that do not count: nothing left the house with them. */
const DEAD = new Set(['CANCELLED', 'ERROR', 'FAILURE']);

async function withLines(ctx: ConnectorContext, raw: RawFulfillment): Promise<ChannelFulfillment> {
  const lines = await everyPage(
    async (after) =>
      (await run(ctx, documents.fulfillmentLines, { id: raw.id, after })).fulfillment?.fulfillmentLineItems,
  );
  return {
    externalFulfillmentId: raw.id,
    trackingNumbers: raw.trackingInfo.flatMap((info) => (info.number ? [info.number] : [])),
    lines: lines.map((line) => ({ externalLineId: line.lineItem.id, quantity: line.quantity ?? 0 })),
  };
}

/**
 * The fulfilments of an order that stand. Shopify has no place for a reference of ours on a fulfilment: a parcel is
 * recognised by its tracking number. An order that is gone has none.
 */
export async function listFulfillments(ctx: ConnectorContext, orderId: string): Promise<ChannelFulfillment[]> {
  const { order } = await run(ctx, documents.fulfillments, { id: orderId });
  const standing = (order?.fulfillments ?? []).filter((fulfillment) => !DEAD.has(fulfillment.status));
  const all: ChannelFulfillment[] = [];
  for (const fulfillment of standing) all.push(await withLines(ctx, fulfillment));
  return all;
}

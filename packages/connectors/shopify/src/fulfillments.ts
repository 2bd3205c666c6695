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

const FIRST = 20;
const MOST = 250;

const readSome = async (ctx: ConnectorContext, id: string, first: number): Promise<RawFulfillment[]> =>
  (await run(ctx, documents.fulfillments, { id, first }, first)).order?.fulfillments ?? [];

/** The fulfilments of an order that stand, without their lines. */
export async function standingFulfillments(ctx: ConnectorContext, orderId: string): Promise<RawFulfillment[]> {
  let all = await readSome(ctx, orderId, FIRST);
  // Shopify gives this list no cursor: whoever may have more is asked for the most there can be.
  if (all.length === FIRST) all = await readSome(ctx, orderId, MOST);
  return all.filter((fulfillment) => !DEAD.has(fulfillment.status));
}

/**
 * The fulfilments of an order that stand. Shopify has no place for a reference of ours on a fulfilment: a parcel is
 * recognised by its tracking number. An order that is gone has none.
 */
export async function listFulfillments(ctx: ConnectorContext, orderId: string): Promise<ChannelFulfillment[]> {
  const known: ChannelFulfillment[] = [];
  for (const fulfillment of await standingFulfillments(ctx, orderId)) known.push(await withLines(ctx, fulfillment));
  return known;
}

import { type ChannelOrder, type ConnectorContext, ConnectorError, type Page } from '@quayside/connector-kit';
import { z } from 'zod';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { orderOf } from './map-order.ts';
import { withRest } from './pages.ts';
import type { RawOrder } from './raw.ts';

/** Six orders with six lines each can cost some 390 points; what a page does cost is a good deal less. */
const ORDERS_PAGE = 6;
const LINES_IN_PAGE = 6;
const LINES_FIRST = 20;
const LINES_PAGE = 50;

const cursorShape = z.object({ since: z.string(), after: z.string() });

/** Our cursor holds the time too: Shopify's own is only good for the very same search. */
const writeCursor = (since: string, after: string): string =>
  Buffer.from(JSON.stringify({ since, after })).toString('base64url');

function readCursor(cursor: string): z.infer<typeof cursorShape> {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ConnectorError('rejected', 'not a cursor of this list', { code: 'invalid_input' });
  }
}

async function whole(ctx: ConnectorContext, raw: RawOrder): Promise<ChannelOrder> {
  const lines = await withRest(
    raw.lineItems,
    async (after) => (await run(ctx, documents.orderLines, { id: raw.id, first: LINES_PAGE, after })).order?.lineItems,
  );
  return orderOf(raw, lines);
}

/** Orders changed at or after a time, oldest change first. */
export async function listOrders(
  ctx: ConnectorContext,
  input: { updatedAfter: string; cursor?: string },
): Promise<Page<ChannelOrder>> {
  const { since, after } = input.cursor
    ? readCursor(input.cursor)
    : { since: new Date(input.updatedAfter).toISOString(), after: null };
  const query = `updated_at:>='${since}'`;
  const variables = { query, first: ORDERS_PAGE, lines: LINES_IN_PAGE, after };
  const { orders } = await run(ctx, documents.orders, variables);
  const items: ChannelOrder[] = [];
  for (const raw of orders.nodes) items.push(await whole(ctx, raw));
  const { endCursor, hasNextPage } = orders.pageInfo;
  return { items, ...(hasNextPage && endCursor ? { nextCursor: writeCursor(since, endCursor) } : {}) };
}

/** The order behind the id that a webhook gave: a fulfilment order stands for its order. */
async function orderIdOf(ctx: ConnectorContext, id: string): Promise<string | undefined> {
  if (!id.startsWith('gid://shopify/FulfillmentOrder/')) return id;
  return (await run(ctx, documents.orderOfFulfillmentOrder, { id })).fulfillmentOrder?.orderId;
}

/** One order, by its id or that of one of its fulfilment orders; undefined when the shop has none. */
export async function getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined> {
  const id = await orderIdOf(ctx, externalOrderId);
  if (id === undefined) return undefined;
  const { order } = await run(ctx, documents.order, { id, lines: LINES_FIRST });
  return order ? whole(ctx, order) : undefined;
}

import {
  type ChannelOrder,
  type ChannelOrderState,
  type ConnectorContext,
  ConnectorError,
  type OrderPage,
  readEach,
  toUnreadableReason,
  type UnreadableOrder,
  UnreadableOrderError,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { shaped, toHead, toOrder, toState } from './map-order.ts';
import { beginBulk, readBulk } from './orders-bulk.ts';
import { withRest } from './pages.ts';
import { orderState, type RawOrderName, wholeLine, wholeOrder } from './raw.ts';

/** Six orders with six lines each can cost some 390 points; what a page does cost is a good deal less. */
const ORDERS_PAGE = 6;
const LINES_IN_PAGE = 6;
const LINES_FIRST = 20;
const LINES_PAGE = 50;

/** Orders that are handed out of a bulk operation's result at a time. */
const BULK_PAGE = 100;

/** Our cursor holds the time too: Shopify's own is only good for the very same search. */
const cursorShape = z.union([
  z.object({ since: z.string(), after: z.string().nullable() }),
  z.object({ since: z.string(), bulk: z.string(), from: z.number().int() }),
]);
type Cursor = z.infer<typeof cursorShape>;

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function readCursor(cursor: string): Cursor {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ConnectorError('rejected', 'invalid cursor', { code: 'invalid_input' });
  }
}

/** One order with all of its lines; or its name and why it cannot be read. */
async function whole(ctx: ConnectorContext, name: RawOrderName): Promise<ChannelOrder | UnreadableOrder> {
  try {
    const raw = shaped(wholeOrder, name);
    const lines = await withRest(raw.lineItems, async (after) => {
      const { order } = await run(ctx, documents.orderLines, { id: raw.id, first: LINES_PAGE, after });
      return order
        ? { ...order.lineItems, nodes: order.lineItems.nodes.map((line) => shaped(wholeLine, line)) }
        : undefined;
    });
    return toOrder(raw, lines);
  } catch (error) {
    return { ...toHead(name), reason: toUnreadableReason(error) };
  }
}

async function pageOf(
  ctx: ConnectorContext,
  { since, after }: { since: string; after: string | null },
  mayBulk: boolean,
): Promise<OrderPage> {
  const variables = { query: `updated_at:>='${since}'`, first: ORDERS_PAGE, lines: LINES_IN_PAGE, after };
  const { orders } = await run(ctx, documents.orders, variables);
  const { endCursor, hasNextPage } = orders.pageInfo;
  if (hasNextPage && mayBulk) {
    const bulk = await beginBulk(ctx, since);
    if (bulk !== undefined) return { items: [], nextCursor: writeCursor({ since, bulk, from: 0 }) };
  }
  const items: ChannelOrder[] = [];
  const unread: UnreadableOrder[] = [];
  for (const raw of orders.nodes) {
    const order = await whole(ctx, raw);
    if ('reason' in order) unread.push(order);
    else items.push(order);
  }
  return {
    items,
    unread,
    ...(hasNextPage && endCursor ? { nextCursor: writeCursor({ since, after: endCursor }) } : {}),
  };
}

async function bulkPage(
  ctx: ConnectorContext,
  cursor: { since: string; bulk: string; from: number },
): Promise<OrderPage> {
  const result = await readBulk(ctx, cursor.bulk);
  if (result.state === 'running') return { items: [], nextCursor: writeCursor(cursor) };
  if (result.state === 'failed') return { items: [], nextCursor: writeCursor({ since: cursor.since, after: null }) };
  const to = cursor.from + BULK_PAGE;
  const items = result.orders.slice(cursor.from, to);
  if (to < result.orders.length) return { items, nextCursor: writeCursor({ ...cursor, from: to }) };
  const { unread } = result;
  // What changed while the operation ran may be missing from it: it is read from the moment of its beginning.
  return { items, unread, nextCursor: writeCursor({ since: new Date(result.begunAt).toISOString(), after: null }) };
}

/**
 * Orders changed at or after a time, oldest change first. Where there are very many, Shopify gathers them in the
 * background: pages are then empty, with a cursor, until it is done.
 */
export async function listOrders(
  ctx: ConnectorContext,
  input: { updatedAfter: string; cursor?: string },
): Promise<OrderPage> {
  if (!input.cursor) return pageOf(ctx, { since: new Date(input.updatedAfter).toISOString(), after: null }, true);
  const cursor = readCursor(input.cursor);
  return 'bulk' in cursor ? bulkPage(ctx, cursor) : pageOf(ctx, cursor, false);
}

/** The order behind the id that a webhook gave: a fulfilment order stands for its order. */
async function orderIdOf(ctx: ConnectorContext, id: string): Promise<string | undefined> {
  if (!id.startsWith('gid://shopify/FulfillmentOrder/')) return id;
  return (await run(ctx, documents.orderOfFulfillmentOrder, { id })).fulfillmentOrder?.orderId;
}

/** One order, by its id or that of one of its fulfilment orders; undefined when the shop has none. Throws UnreadableOrderError. */
export async function getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined> {
  const id = await orderIdOf(ctx, externalOrderId);
  if (id === undefined) return undefined;
  const { order } = await run(ctx, documents.order, { id, lines: LINES_FIRST });
  if (!order) return undefined;
  const read = await whole(ctx, order);
  if ('reason' in read) throw new UnreadableOrderError(read);
  return read;
}

/** `nodes` takes 250 ids; what one order costs there leaves room for a hundred in a request. */
const STATES_IN_CALL = 100;

/** Returns how orders are now, a hundred in a call. Leaves out orders that cannot be read. */
export async function orderStates(
  ctx: ConnectorContext,
  externalOrderIds: readonly string[],
): Promise<ChannelOrderState[]> {
  const states: ChannelOrderState[] = [];
  for (let at = 0; at < externalOrderIds.length; at += STATES_IN_CALL) {
    const { nodes } = await run(ctx, documents.orderStates, { ids: externalOrderIds.slice(at, at + STATES_IN_CALL) });
    const found = nodes.filter((node) => node !== null);
    const id = (raw: RawOrderName) => ({ externalOrderId: raw.id });
    states.push(...readEach(found, id, (raw) => toState(shaped(orderState, raw))).items);
  }
  return states;
}

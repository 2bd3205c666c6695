import {
  type ChannelConnector,
  type ChannelOrder,
  type ConnectorContext,
  ConnectorError,
  type OrderPage,
  readEach,
  type UnreadableOrder,
  UnreadableOrderError,
  unreadableForm,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { gmt, isOrder, toOrder } from './map.ts';
import { readStaffNotes } from './order-notes.ts';
import { readProvinces } from './provinces.ts';
import { type RawHead, rawHead, rawOrder, rawRefund } from './raw.ts';
import { getRefunds } from './refunds.ts';

export const PAGE = 100;

/**
 * Where reading stands. Times in WooCommerce have no finer parts than seconds, and its SQL gives what is of one second in
 * any order, another one for each page.
 */
const position = z.union([
  /** All that changed up to this second was read. */
  z.strictObject({ after: z.string() }),
  /** Of this second the orders up to an id were read; that many of its orders had no greater id. */
  z.strictObject({ second: z.string(), upTo: z.number().int(), passed: z.number().int() }),
]);
type Position = z.output<typeof position>;
type InSecond = Extract<Position, { second: string }>;

const encode = (at: Position): string => JSON.stringify(at);
function decode(cursor: string): Position {
  try {
    const at = position.parse(JSON.parse(cursor));
    later('after' in at ? at.after : at.second, 0);
    return at;
  } catch {
    throw new ConnectorError('rejected', 'invalid cursor', { code: 'invalid_input' });
  }
}

/** A GMT time without "Z": with it, WordPress would first turn it into the site's own time (see README). */
const bareGmt = (millis: number): string => new Date(millis).toISOString().slice(0, 19);

const later = (second: string, by: number): string => bareGmt(Date.parse(`${second}Z`) + by * 1000);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Found {
  orders: RawHead[];
  /** Absent: nothing more is known. */
  next?: Position;
}

/**
 * The next orders of one second, by their ids. There is no question for ids above one, so they are passed over by counting,
 * from one that was read: where it does not come first any more, orders before it have left this second since, and the
 * counting begins further back.
 */
async function inSecond(client: WooClient, { second, upTo, passed }: InSecond): Promise<Found> {
  let offset = Math.max(0, passed - 1);
  for (;;) {
    const page = await client.get({
      path: 'orders',
      query: {
        // Both bounds exclude the second named.
        modified_after: later(second, -1),
        modified_before: later(second, 1),
        dates_are_gmt: true,
        orderby: 'id',
        order: 'asc',
        per_page: PAGE,
        ...(offset > 0 ? { offset } : {}),
      },
      shape: rawHead.array(),
    });
    const [first] = page;
    if (offset > 0 && (!first || first.id > upTo)) {
      offset = Math.max(0, offset - PAGE);
      continue;
    }
    const orders = page.filter((order) => order.id > upTo);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return { orders, next: { after: second } };
    return { orders, next: { second, upTo: Math.max(upTo, last.id), passed: offset + page.length } };
  }
}

const A_DAY = 86_400;

/**
 * The next orders after a second. The last second of a full page may go on behind it: it is left to the next page. A time
 * that cannot be, as a plug-in may make it, does not lead the way.
 */
async function after(client: WooClient, second: string, now: number): Promise<Found> {
  const page = await client.get({
    path: 'orders',
    query: { modified_after: second, dates_are_gmt: true, orderby: 'modified', order: 'asc', per_page: PAGE },
    shape: rawHead.array(),
  });
  if (page.length < PAGE) return { orders: page };
  const latest = later(bareGmt(now), A_DAY);
  const secondOf = (order: RawHead): string | undefined => {
    const text = textOf(order.date_modified_gmt).slice(0, 19);
    return !Number.isNaN(Date.parse(`${text}Z`)) && text > second && text < latest ? text : undefined;
  };
  const cut = page.map(secondOf).findLast((one) => one !== undefined);
  if (cut === undefined) throw new ConnectorError('unexpected', 'no order on the page has a modified date');
  const others = page.filter((order) => secondOf(order) !== cut);
  if (others.some((order) => secondOf(order) !== undefined)) return { orders: others, next: { after: later(cut, -1) } };
  const { orders, next } = await inSecond(client, { second: cut, upTo: 0, passed: 0 });
  // Without a usable time they may belong before the second, and no later page would bring them.
  const known = new Set(orders.map((order) => order.id));
  return { orders: [...others.filter((order) => !known.has(order.id)), ...orders], next };
}

/**
 * Orders changed since a time, oldest change first. An order that changes while we read moves to the end and is read
 * again; nothing slips between pages, because each page starts from the last change read and not from a page number.
 */
export const listOrders: ChannelConnector['listOrders'] = async (ctx, { updatedAfter, cursor }) => {
  const client = createClient(ctx);
  const at: Position = cursor ? decode(cursor) : { after: later(bareGmt(Date.parse(updatedAfter)), -1) };
  const { orders, next } =
    'after' in at ? await after(client, at.after, ctx.clock.millis()) : await inSecond(client, at);
  const page = await mapAll(client, orders);
  return next ? { ...page, nextCursor: encode(next) } : page;
};

/** One order as it is now; undefined when there is none, or when it is still a basket at the till. Throws UnreadableOrderError. */
export async function getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined> {
  const client = createClient(ctx);
  try {
    const order = await client.get({ path: `orders/${encodeURIComponent(externalOrderId)}`, shape: rawHead });
    const { items, unread = [] } = await mapAll(client, [order]);
    const [unreadable] = unread;
    if (unreadable) throw new UnreadableOrderError(unreadable);
    const [read] = items;
    return read && { ...read, ...(await staffNotes(client, externalOrderId)) };
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** Age from which the notes of an order are read: a new one has none by staff. */
const NOTES_FROM_MS = 60_000;
/** Notes are read order by order, so few at once. */
const NOTES_AT_ONCE = 4;

/** Many orders as they are now, a hundred in a call. Leaves out the trash and drafts. */
export async function readOrders(
  ctx: ConnectorContext,
  externalOrderIds: readonly string[],
): Promise<Omit<OrderPage, 'nextCursor'>> {
  const client = createClient(ctx);
  const heads: RawHead[] = [];
  for (let at = 0; at < externalOrderIds.length; at += PAGE) {
    const include = externalOrderIds.slice(at, at + PAGE).join(',');
    const query = { include, status: 'any', orderby: 'id', per_page: PAGE };
    heads.push(...(await client.get({ path: 'orders', query, shape: rawHead.array() })));
  }
  const page = await mapAll(client, heads);
  const items = [...page.items];
  const old = items.flatMap(({ createdAt }, at) =>
    ctx.clock.millis() - Date.parse(createdAt) >= NOTES_FROM_MS ? [at] : [],
  );
  for (let from = 0; from < old.length; from += NOTES_AT_ONCE)
    await Promise.all(
      old.slice(from, from + NOTES_AT_ONCE).map(async (at) => {
        const order = items[at];
        if (order) items[at] = { ...order, ...(await staffNotes(client, order.externalOrderId)) };
      }),
    );
  return { ...page, items };
}

/** Absent when the shop refuses them: an order arrives without its notes. */
async function staffNotes(client: WooClient, externalOrderId: string): Promise<Pick<ChannelOrder, 'staffNotes'>> {
  try {
    return { staffNotes: await readStaffNotes(client, externalOrderId) };
  } catch (error) {
    if (error instanceof ConnectorError) return {};
    throw error;
  }
}

/** How an order is called, as far as that can be read of whatever the shop answered. */
function headOf(order: RawHead): Omit<UnreadableOrder, 'reason'> {
  const { id, number } = order;
  const changed = gmt(textOf(order.date_modified_gmt));
  return {
    externalOrderId: String(id),
    ...(typeof number === 'string' || typeof number === 'number' ? { name: `#${number}` } : {}),
    ...(Number.isNaN(Date.parse(changed)) ? {} : { updatedAt: new Date(changed).toISOString() }),
  };
}

function parsed<T extends z.ZodType>(shape: T, raw: RawHead, where: string[] = []): z.output<T> {
  const result = shape.safeParse(raw);
  if (result.success) return result.data;
  throw unreadableForm([...where, ...(result.error.issues[0]?.path ?? [])]);
}

async function mapAll(client: WooClient, heads: readonly RawHead[]): Promise<OrderPage> {
  const shaped = readEach(heads.filter(isOrder), headOf, (head) => parsed(rawOrder, head));
  const orders = shaped.items;
  const provinces = await readProvinces(
    client,
    orders.map((order) => order.shipping),
  );
  const refunds = await getRefunds(client, orders);
  const read = readEach(
    orders,
    (order) => headOf(order),
    (order) => {
      const own = (refunds.get(order.id) ?? []).map((refund) => parsed(rawRefund, refund, ['refunds']));
      return toOrder(order, own, provinces);
    },
  );
  const unread = [...shaped.unread, ...read.unread];
  return { items: read.items, ...(unread.length > 0 ? { unread } : {}) };
}

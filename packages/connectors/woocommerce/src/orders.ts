import {
  type ChannelConnector,
  type ChannelOrder,
  type ConnectorContext,
  ConnectorError,
} from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient, type WooClient } from './client.ts';
import { isOrder, orderOf } from './map.ts';
import { readProvinces } from './provinces.ts';
import { type RawOrder, rawOrder, rawRefund } from './raw.ts';

export const PAGE = 100;

/**
 * Where reading stands: the second of the last change read, and the orders of that second that were read. Times in
 * WooCommerce have no finer parts, so one second can hold many changes and span pages.
 */
const position = z.object({ second: z.string(), read: z.array(z.number()) });
type Position = z.output<typeof position>;

const encode = (at: Position): string => `${at.second}|${at.read.join(',')}`;
function decode(cursor: string): Position {
  const [second = '', ids = ''] = cursor.split('|');
  const read = ids === '' ? [] : ids.split(',').map(Number);
  const parsed = position.safeParse({ second, read });
  if (!parsed.success || Number.isNaN(Date.parse(`${second}Z`)) || read.some((id) => !Number.isSafeInteger(id)))
    throw new ConnectorError('rejected', 'the cursor is not one of ours', { code: 'invalid_input' });
  return parsed.data;
}

/** A GMT time without "Z": with it, WordPress would first turn it into the site's own time (see README). */
const bareGmt = (millis: number): string => new Date(millis).toISOString().slice(0, 19);

const later = (second: string, by: number): string => bareGmt(Date.parse(`${second}Z`) + by * 1000);
const secondOf = (order: RawOrder): string => order.date_modified_gmt.slice(0, 19);

/** Ids that still fit into an address; more orders of one second are passed over by counting. */
const MOST_EXCLUDED = 300;

/** What is left of the second where the last page ended. An order read that changed since has left this second. */
const restOfSecond = (client: WooClient, { second, read }: Position): Promise<RawOrder[]> =>
  client.get({
    path: 'orders',
    query: {
      // Both bounds exclude the second named.
      modified_after: later(second, -1),
      modified_before: later(second, 1),
      ...ASCENDING,
      ...(read.length > MOST_EXCLUDED ? { offset: read.length } : { exclude: read.join(',') }),
    },
    shape: rawOrder.array(),
  });

const ASCENDING = { dates_are_gmt: true, orderby: 'modified', order: 'asc', per_page: PAGE };

/**
 * Orders changed since a time, oldest change first. An order that changes while we read moves to the end and is read
 * again; nothing slips between pages, because each page starts from the last change read and not from a page number.
 */
export const listOrders: ChannelConnector['listOrders'] = async (ctx, { updatedAfter, cursor }) => {
  const client = createClient(ctx);
  const at: Position = cursor ? decode(cursor) : { second: later(bareGmt(Date.parse(updatedAfter)), -1), read: [] };
  const rest = at.read.length > 0 ? await restOfSecond(client, at) : [];
  const more =
    rest.length === PAGE
      ? []
      : await client.get({
          path: 'orders',
          query: { modified_after: at.second, ...ASCENDING },
          shape: rawOrder.array(),
        });
  const list = [...rest, ...more];
  const items = await mapAll(client, list.filter(isOrder));
  const last = list.at(-1);
  if (!last || (rest.length < PAGE && more.length < PAGE)) return { items };
  const second = secondOf(last);
  const sameSecond = list.filter((order) => secondOf(order) === second).map((order) => order.id);
  const read = second === at.second ? [...at.read, ...sameSecond] : sameSecond;
  return { items, nextCursor: encode({ second, read }) };
};

/** One order as it is now; undefined when there is none, or when it is still a basket at the till. */
export async function getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined> {
  const client = createClient(ctx);
  try {
    const order = await client.get({ path: `orders/${encodeURIComponent(externalOrderId)}`, shape: rawOrder });
    return isOrder(order) ? (await mapAll(client, [order]))[0] : undefined;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function mapAll(client: WooClient, orders: RawOrder[]): Promise<ChannelOrder[]> {
  const provinces = await readProvinces(
    client,
    orders.map((order) => order.shipping),
  );
  const mapped: ChannelOrder[] = [];
  for (const order of orders) {
    const refunds =
      order.refunds.length === 0 ? [] : await client.all({ path: `orders/${order.id}/refunds`, shape: rawRefund });
    mapped.push(orderOf(order, refunds, provinces));
  }
  return mapped;
}

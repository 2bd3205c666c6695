import type { MessageParams } from '@quayside/kernel';
import { type Executor, sql } from '../../db/index.ts';
import { BATCH, type HistoryBatch, type HistoryRow, toMonth, type WorkspaceHistory } from '../history/index.ts';
import { insertEvents } from './event-repo.ts';
import { withoutQuotes } from './rules/exported-params.ts';

/** Orders whose events are read at once. */
const ORDERS = 2_000;

/** The id of an order's event that says what was exported: before every other one. */
const MARKER = '00000000-0000-7000-8000-000000000000';

interface Place {
  at: string;
  id: string;
}
interface OrderBatch extends HistoryBatch {
  /** The last order of the batch. */
  last: Place;
}
interface Event {
  event_id: string;
  order_id: string;
  at: string;
  kind: string;
  actor: string;
  params: MessageParams;
}
const toRow = (event: Event) => ({ ...event, params: withoutQuotes(event.params) });

/** The next orders placed in one month. */
async function readOrders(ex: Executor, workplaceId: string, before: string, after: Place): Promise<Place[]> {
  const rows = await ex.rows<Place>(sql`select order_id as id, placed_at as at from sales_order
    where workplace_id = ${workplaceId} and placed_at < ${before}
      and (placed_at, order_id) > (${after.at}::timestamptz, ${after.id}::uuid)
    order by placed_at, order_id limit ${ORDERS}`);
  const [first] = rows;
  return first ? rows.filter((row) => toMonth(row.at) === toMonth(first.at)) : [];
}

const readEvents = (ex: Executor, workplaceId: string, before: string, orderIds: readonly string[]): Promise<Event[]> =>
  ex.rows<Event>(sql`select event_id, order_id, at, kind, actor, params from order_event
    where workplace_id = ${workplaceId} and order_id = any(${[...orderIds]}::uuid[]) and at < ${before}
      and event_id <> ${MARKER}::uuid
    order by order_id, event_id limit ${BATCH + 1}`);

/** Leaves in each order an event that says how many of its events are in files. */
async function markExported(tx: Executor, workplaceId: string, counts: ReadonlyMap<string, number>): Promise<void> {
  const earlier = await tx.rows<{ order_id: string; params: MessageParams }>(sql`delete from order_event
    where workplace_id = ${workplaceId} and order_id = any(${[...counts.keys()]}::uuid[]) and event_id = ${MARKER}::uuid
    returning order_id, params`);
  const before = new Map(earlier.map((row) => [row.order_id, Number(row.params.count)]));
  await insertEvents(
    tx,
    workplaceId,
    [...counts].map(([orderId, count]) => ({
      id: MARKER,
      orderId,
      kind: 'history_exported' as const,
      params: { count: count + (before.get(orderId) ?? 0) },
    })),
  );
}

/**
 * Events of orders, by the month in which the order was placed: walking orders by an index they have anyway saves an index of every
 * event by its time.
 */
export const orderHistory: WorkspaceHistory = {
  kind: 'orders',
  columns: ['event_id', 'order_id', 'at', 'kind', 'actor', 'params'],
  async read(ex, workplaceId, before, previous) {
    let after = (previous as OrderBatch | undefined)?.last ?? { at: '-infinity', id: MARKER };
    for (;;) {
      const orders = await readOrders(ex, workplaceId, before, after);
      const last = orders.at(-1);
      if (!last) return undefined;
      const places = new Map(orders.map((one) => [one.id, one]));
      const events = await readEvents(ex, workplaceId, before, [...places.keys()]);
      const [first] = events;
      if (first) {
        const isWhole = events.length <= BATCH;
        const rows = events.slice(0, BATCH).map(toRow);
        // A cut-off page continues after the order before it: what is left of its orders is found again.
        return { month: toMonth(places.get(first.order_id)?.at ?? last.at), rows, last: isWhole ? last : after };
      }
      after = last;
    }
  },
  async remove(tx, workplaceId, _made, { rows }) {
    const counts = new Map<string, number>();
    for (const { order_id: orderId } of rows) counts.set(String(orderId), (counts.get(String(orderId)) ?? 0) + 1);
    const removed = await tx.rows<Event>(sql`delete from order_event where workplace_id = ${workplaceId}
      and order_id = any(${[...counts.keys()]}::uuid[]) and event_id = any(${rows.map((row) => row.event_id)}::uuid[])
      returning event_id, order_id, at, kind, actor, params`);
    await markExported(tx, workplaceId, counts);
    return removed.map(toRow) as HistoryRow[];
  },
};

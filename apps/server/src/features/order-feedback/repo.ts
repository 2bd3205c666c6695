import type { OrderFeedback } from '@quayside/contracts';
import { encodeCursor, type PageCursor } from '@quayside/kernel';
import { type Executor, empty, sql } from '../../db/index.ts';
import { findOrders } from '../orders/index.ts';

type Row = Omit<OrderFeedback, 'order_name'>;

const COLUMNS = sql`f.feedback_id as id, f.order_id, f.topic, f.text, f.created_by, f.created_at, f.done_at, f.done_by`;

/** Adds the names of the orders. */
async function withNames(ex: Executor, workplaceId: string, rows: readonly Row[]): Promise<OrderFeedback[]> {
  const orders = await findOrders(ex, workplaceId, [...new Set(rows.map((row) => row.order_id))]);
  const names = new Map(orders.map((order) => [order.order_id, order.name]));
  return rows.map((row) => ({ ...row, order_name: names.get(row.order_id) ?? '' }));
}

/** A page of open or done feedback, newest first. */
export async function listFeedback(
  ex: Executor,
  workplaceId: string,
  { done, orderId, after, size }: { done: boolean; orderId?: string; after?: PageCursor; size: number },
): Promise<{ items: OrderFeedback[]; next_cursor?: string }> {
  const rows = await ex.rows<Row>(sql`select ${COLUMNS} from order_feedback f
    where f.workplace_id = ${workplaceId} ${done ? sql`and f.done_at is not null` : sql`and f.done_at is null`}
      ${orderId ? sql`and f.order_id = ${orderId}` : empty}
      ${after ? sql`and (f.created_at, f.feedback_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
    order by f.created_at desc, f.feedback_id desc limit ${size + 1}`);
  const items = await withNames(ex, workplaceId, rows.slice(0, size));
  const last = items.at(-1);
  return rows.length > size && last
    ? { items, next_cursor: encodeCursor({ at: last.created_at, id: last.id }) }
    : { items };
}

export async function findFeedback(ex: Executor, workplaceId: string, id: string): Promise<OrderFeedback | undefined> {
  const rows = await ex.rows<Row>(
    sql`select ${COLUMNS} from order_feedback f where f.workplace_id = ${workplaceId} and f.feedback_id = ${id}`,
  );
  return (await withNames(ex, workplaceId, rows))[0];
}

export interface FeedbackNote {
  order_id: string;
  text: string;
  created_by: string;
  created_at: string;
}

/** Everything that members wrote about some orders, oldest first. */
export const feedbackOfOrders = (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<FeedbackNote[]> =>
  ex.rows<FeedbackNote>(sql`select order_id, text, created_by, created_at from order_feedback
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by created_at, feedback_id`);

/** What members wrote about some orders, as the orders' shoppers may read it: without the members' names. */
export const feedbackTexts = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<{ order_id: string; facts: Record<string, unknown> }[]> =>
  (await feedbackOfOrders(ex, workplaceId, orderIds)).map(({ order_id, text, created_at }) => ({
    order_id,
    facts: { at: created_at, text },
  }));

/** How many of `ids` are feedback in the workplace. */
export const countFeedback = async (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*)::int as n from order_feedback where workplace_id = ${workplaceId} and feedback_id = any(${ids}::uuid[])`,
    )
  )?.n ?? 0;

export async function insertFeedback(
  tx: Executor,
  workplaceId: string,
  row: {
    id: string;
    orderId: string;
    storeId: string;
    topic: string;
    text: string;
    accountId: string;
    createdBy: string;
  },
): Promise<void> {
  await tx.run(sql`insert into order_feedback (workplace_id, feedback_id, order_id, store_id, topic, text, account_id, created_by)
    values (${workplaceId}, ${row.id}, ${row.orderId}, ${row.storeId}, ${row.topic}, ${row.text}, ${row.accountId}, ${row.createdBy})`);
}

/** Marks open feedback as done. Returns the orders it is about. */
export const finishFeedback = async (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  doneBy: string,
): Promise<string[]> =>
  (
    await tx.rows<{ order_id: string }>(sql`update order_feedback set done_at = now(), done_by = ${doneBy}
      where workplace_id = ${workplaceId} and feedback_id = any(${ids}::uuid[]) and done_at is null returning order_id`)
  ).map((row) => row.order_id);

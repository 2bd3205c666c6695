import type { OrderFeedback } from '@quayside/contracts';
import { encodeCursor, type PageCursor } from '@quayside/kernel';
import { type Executor, empty, sql } from '../../db/index.ts';

const COLUMNS = sql`f.feedback_id as id, f.order_id, o.name as order_name, f.topic, f.text, f.created_by, f.created_at,
  f.done_at, f.done_by`;
const FROM = sql`order_feedback f join sales_order o on o.workplace_id = f.workplace_id and o.order_id = f.order_id`;

/** A page of open or done feedback, newest first. */
export async function listFeedback(
  ex: Executor,
  workplaceId: string,
  { done, orderId, after, size }: { done: boolean; orderId?: string; after?: PageCursor; size: number },
): Promise<{ items: OrderFeedback[]; next_cursor?: string }> {
  const rows = await ex.rows<OrderFeedback>(sql`select ${COLUMNS} from ${FROM}
    where f.workplace_id = ${workplaceId} ${done ? sql`and f.done_at is not null` : sql`and f.done_at is null`}
      ${orderId ? sql`and f.order_id = ${orderId}` : empty}
      ${after ? sql`and (f.created_at, f.feedback_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
    order by f.created_at desc, f.feedback_id desc limit ${size + 1}`);
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return rows.length > size && last
    ? { items, next_cursor: encodeCursor({ at: last.created_at, id: last.id }) }
    : { items };
}

export const findFeedback = (ex: Executor, workplaceId: string, id: string): Promise<OrderFeedback | undefined> =>
  ex.first<OrderFeedback>(
    sql`select ${COLUMNS} from ${FROM} where f.workplace_id = ${workplaceId} and f.feedback_id = ${id}`,
  );

/** Inserts feedback about an order; false: the workspace has no such order. */
export const insertFeedback = async (
  tx: Executor,
  workplaceId: string,
  row: { id: string; orderId: string; topic: string; text: string; accountId: string; createdBy: string },
): Promise<boolean> =>
  (await tx.run(sql`insert into order_feedback (workplace_id, feedback_id, order_id, store_id, topic, text, account_id, created_by)
    select o.workplace_id, ${row.id}, o.order_id, o.store_id, ${row.topic}, ${row.text}, ${row.accountId}, ${row.createdBy}
    from sales_order o where o.workplace_id = ${workplaceId} and o.order_id = ${row.orderId}`)) > 0;

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

import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../db/index.ts';
import { isSameOrder } from './reference.ts';
import type { LostOrder } from './rules/lost-order.ts';

/** Whether a connection's orders were compared with ours since the restore. */
export const isChecked = async (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  restoredAt: string,
): Promise<boolean> =>
  (await ex.first(sql`select 1 from restore_check where workplace_id = ${workplaceId} and connection_id = ${connectionId}
    and restored_at >= ${restoredAt}::timestamptz`)) !== undefined;

export const noteChecked = (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  restoredAt: string,
  now: string,
): Promise<number> =>
  tx.run(sql`insert into restore_check (workplace_id, connection_id, restored_at, checked_at)
    values (${workplaceId}, ${connectionId}, ${restoredAt}::timestamptz, ${now}::timestamptz)
    on conflict (workplace_id, connection_id) do update set restored_at = excluded.restored_at, checked_at = excluded.checked_at`);

/** Keeps orders that no row here knows; one that is kept already stays as it is. */
export async function keepLost(
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  orders: readonly SupplierOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map((one) => ({
    id: newId(),
    no: one.supplierOrderId,
    number: one.number ?? null,
    reference: one.reference,
    lines: one.lines.map((line) => ({ variant: line.sourceVariantId, quantity: line.quantity })),
  }));
  await tx.run(sql`insert into lost_order (workplace_id, lost_order_id, connection_id, source_order_no, order_number, reference, lines)
    select ${workplaceId}, n.id, ${connectionId}, n.no, n.number, n.reference, n.lines
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, no text, number text, reference text, lines jsonb)
    on conflict (workplace_id, connection_id, source_order_no) do nothing`);
}

/** Lost orders of a connection that are still without a row. `reference`: of the purchase that asks. */
export async function lostOrders(
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  reference: string,
): Promise<LostOrder[]> {
  const rows = await ex.rows<Omit<LostOrder, 'same_order'> & { reference: string }>(sql`select l.lost_order_id,
      l.source_order_no, l.order_number, l.lines, l.reference, l.shown_at is not null as shown
    from lost_order l where l.workplace_id = ${workplaceId} and l.connection_id = ${connectionId}
      and not exists (select 1 from supplier_order p where p.workplace_id = l.workplace_id
        and p.connection_id = l.connection_id and p.source_order_no = l.source_order_no)
    order by l.source_order_no`);
  return rows
    .map(({ reference: theirs, ...row }) => ({ ...row, same_order: isSameOrder(theirs, reference), ofOrder: theirs }))
    .filter((row) => row.same_order || row.ofOrder.startsWith('Q'))
    .map(({ ofOrder: _reference, ...row }) => row);
}

export const noteShown = (tx: Executor, workplaceId: string, lostOrderId: string): Promise<number> =>
  tx.run(
    sql`update lost_order set shown_at = now() where workplace_id = ${workplaceId} and lost_order_id = ${lostOrderId}`,
  );

export const countLost = async (ex: Executor, workplaceId: string): Promise<number> =>
  (
    await ex.first<{ n: number }>(sql`select count(*) as n from lost_order l where l.workplace_id = ${workplaceId}
      and not exists (select 1 from supplier_order p where p.workplace_id = l.workplace_id
        and p.connection_id = l.connection_id and p.source_order_no = l.source_order_no)`)
  )?.n ?? 0;

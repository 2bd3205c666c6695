import { type Executor, sql } from '../../db/index.ts';

/** What a store reports about an order beyond its content. */
export interface OrderRisk {
  order_id: string;
  risk: 'low' | 'medium' | 'high' | null;
  is_disputed: boolean;
}

/** Reports of stores about orders; orders without one are missing. */
export const findRisks = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderRisk[]> =>
  ex.rows<OrderRisk>(sql`select order_id, risk, is_disputed from order_risk
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);

/** Saves a store's reports about orders unless later ones are known. */
export async function saveRisks(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  readAt: string,
  rows: readonly OrderRisk[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into order_risk as r (workplace_id, order_id, store_id, risk, is_disputed, read_at)
    select ${workplaceId}, n.order_id, ${storeId}, n.risk, n.is_disputed, ${readAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(order_id uuid, risk text, is_disputed boolean)
    on conflict (workplace_id, order_id) do update set risk = excluded.risk, is_disputed = excluded.is_disputed,
      read_at = excluded.read_at where r.read_at <= excluded.read_at
    returning 1`);
}

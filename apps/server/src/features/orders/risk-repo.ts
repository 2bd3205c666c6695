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

/** Saves a store's report unless a later one is known. */
export const saveRisk = (
  tx: Executor,
  workplaceId: string,
  row: OrderRisk & { store_id: string; read_at: string },
): Promise<number> =>
  tx.run(sql`insert into order_risk as r (workplace_id, order_id, store_id, risk, is_disputed, read_at)
    values (${workplaceId}, ${row.order_id}, ${row.store_id}, ${row.risk}, ${row.is_disputed}, ${row.read_at})
    on conflict (workplace_id, order_id) do update set risk = excluded.risk, is_disputed = excluded.is_disputed,
      read_at = excluded.read_at where r.read_at <= excluded.read_at`);

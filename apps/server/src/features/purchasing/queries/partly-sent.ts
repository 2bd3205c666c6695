import { type Executor, sql } from '../../../db/index.ts';

/** A paid supplier order that was sent, at least in part. */
export interface SentPurchase {
  supplier_order_id: string;
  /** Every item is in a parcel: it isn't found again. */
  all_sent: boolean;
}

/** Paid supplier orders that were sent, perhaps not whole, in pages by id. Those sent whole are marked and don't come again. */
export async function findPartlySent(
  tx: Executor,
  workplaceId: string,
  after: string,
  most: number,
): Promise<SentPurchase[]> {
  // Rows that another transaction works on come again in the next check.
  const rows = await tx.rows<SentPurchase>(sql`select supplier_order_id, not exists (select 1 from supplier_order_line l
        where l.workplace_id = ${workplaceId} and l.supplier_order_id = p.supplier_order_id
          and l.quantity > (select coalesce(sum(i.quantity), 0) from shipment s
            join shipment_line i on i.workplace_id = s.workplace_id and i.shipment_id = s.shipment_id and i.line_id = l.line_id
            where s.workplace_id = ${workplaceId} and s.order_id = l.order_id
              and coalesce(s.supplier_order_id, p.supplier_order_id) = p.supplier_order_id)) as all_sent
    from supplier_order p
    where workplace_id = ${workplaceId} and state = 'placed' and pay_state = 'paid' and shipped_at is not null and not all_sent
      and supplier_order_id > ${after}::uuid
    order by supplier_order_id limit ${most} for update skip locked`);
  const whole = rows.filter((row) => row.all_sent).map((row) => row.supplier_order_id);
  if (whole.length > 0)
    await tx.run(sql`update supplier_order set all_sent = true
      where workplace_id = ${workplaceId} and supplier_order_id = any(${whole}::uuid[])`);
  return rows;
}

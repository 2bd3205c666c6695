import { type Executor, sql } from '../../../db/index.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { linesOfPurchases } from '../repo.ts';
import { isSentWhole } from '../rules/refund-options.ts';
import { orderIdsOf, type PurchaseRow } from '../tables.ts';

/** A paid supplier order that was sent, at least in part. */
export interface SentPurchase {
  supplier_order_id: string;
  /** Every item is in a parcel: it isn't found again. */
  all_sent: boolean;
}

type Row = Pick<PurchaseRow, 'supplier_order_id' | 'order_id' | 'other_order_ids'>;

/** Paid supplier orders that were sent, perhaps not whole, in pages by id. Those sent whole are marked and don't come again. */
export async function findPartlySent(
  tx: Executor,
  workplaceId: string,
  after: string,
  most: number,
): Promise<SentPurchase[]> {
  // Rows that another transaction works on come again in the next check.
  const rows = await tx.rows<Row>(sql`select supplier_order_id, order_id, other_order_ids from supplier_order
    where workplace_id = ${workplaceId} and state = 'placed' and pay_state = 'paid' and shipped_at is not null and not all_sent
      and supplier_order_id > ${after}::uuid
    order by supplier_order_id limit ${most} for update skip locked`);
  const ids = rows.map((row) => row.supplier_order_id);
  const lines = Map.groupBy(await linesOfPurchases(tx, workplaceId, ids), (line) => line.supplier_order_id);
  const parcels = Map.groupBy(
    await findDeliveries(tx, workplaceId, rows.flatMap(orderIdsOf)),
    (parcel) => parcel.line_id,
  );
  const found = rows.map(({ supplier_order_id: id }) => ({
    supplier_order_id: id,
    all_sent: (lines.get(id) ?? []).every((line) => isSentWhole(line, parcels.get(line.line_id) ?? [])),
  }));
  const whole = found.filter((one) => one.all_sent).map((one) => one.supplier_order_id);
  if (whole.length > 0)
    await tx.run(sql`update supplier_order set all_sent = true
      where workplace_id = ${workplaceId} and supplier_order_id = any(${whole}::uuid[])`);
  return found;
}

import { type Executor, json, sql } from '../../db/index.ts';
import { insertPurchaseLines, PURCHASE_COLUMNS } from './repo.ts';
import type { PurchaseLineRow, PurchaseRow } from './tables.ts';

/** What a member enters about a purchase at a marketplace. Amounts in minor units of `currency`; null: unknown. */
export interface ManualFacts {
  source_order_no: string;
  currency: string;
  items_cost: number | null;
  shipping_cost: number | null;
  total_cost: number | null;
}

export type NewManual = ManualFacts &
  Pick<PurchaseRow, 'supplier_order_id' | 'order_id' | 'supplier' | 'mode' | 'reference' | 'address' | 'placement_id'>;

/** Writes a purchase that was made already: placed and paid at the marketplace. */
export async function insertManual(
  tx: Executor,
  workplaceId: string,
  row: NewManual,
  lines: readonly PurchaseLineRow[],
): Promise<void> {
  await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, manual, supplier, mode, reference, state,
      pay_state, payer, address, currency, source_order_no, items_cost, shipping_cost, total_cost, placement_id, placed_at, paid_at)
    values (${workplaceId}, ${row.supplier_order_id}, ${row.order_id}, true, ${row.supplier}, ${row.mode}, ${row.reference}, 'placed',
      'paid', 'own-account', ${json(row.address)}, ${row.currency}, ${row.source_order_no}, ${row.items_cost}, ${row.shipping_cost},
      ${row.total_cost}, ${row.placement_id}, now(), now())`);
  await insertPurchaseLines(tx, workplaceId, lines);
}

export async function updateManual(tx: Executor, workplaceId: string, id: string, facts: ManualFacts): Promise<void> {
  await tx.run(sql`update supplier_order set source_order_no = ${facts.source_order_no}, currency = ${facts.currency},
      items_cost = ${facts.items_cost}, shipping_cost = ${facts.shipping_cost}, total_cost = ${facts.total_cost}, updated_at = now()
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and manual`);
}

/** Manual purchases of an order with a number. */
export const findManual = (
  ex: Executor,
  workplaceId: string,
  orderId: string,
  supplier: string,
  number: string,
): Promise<PurchaseRow | undefined> =>
  ex.first<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where p.workplace_id = ${workplaceId} and p.order_id = ${orderId} and p.manual and p.supplier = ${supplier}
      and p.source_order_no = ${number} and p.state = 'placed'`);

export const markShipped = (tx: Executor, workplaceId: string, id: string): Promise<number> =>
  tx.run(sql`update supplier_order set shipped_at = now(), updated_at = now()
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and shipped_at is null`);

import type { SupplierName } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';

/** A paid supplier order that its supplier hasn't sent yet. */
export interface UnshippedPurchase {
  supplier_order_id: string;
  order_id: string;
  /** The other orders that share it. */
  other_order_ids: string[];
  supplier: SupplierName;
  source_order_no: string | null;
}

/** Paid supplier orders that haven't been sent: those of some ids, or those paid before a time, in pages by id. */
export const findUnshipped = (
  ex: Executor,
  workplaceId: string,
  ask: { ids: readonly string[] } | { before: string; after: string; most: number },
): Promise<UnshippedPurchase[]> =>
  ex.rows<UnshippedPurchase>(sql`select supplier_order_id, order_id, other_order_ids, supplier, source_order_no from supplier_order
    where workplace_id = ${workplaceId} and state = 'placed' and pay_state = 'paid' and shipped_at is null
      ${
        'ids' in ask
          ? sql`and supplier_order_id = any(${ask.ids}::uuid[])`
          : sql`and supplier_order_id > ${ask.after}::uuid and coalesce(paid_at, placed_at) <= ${ask.before}::timestamptz
            order by supplier_order_id limit ${ask.most}`
      }`);

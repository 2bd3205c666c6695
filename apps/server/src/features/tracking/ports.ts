import type { SupplierName } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';

/** A paid supplier order that its supplier hasn't sent yet. */
export interface UnshippedPurchase {
  supplier_order_id: string;
  order_id: string;
  supplier: SupplierName;
  source_order_no: string | null;
}

export interface TrackingPorts {
  /** Paid supplier orders that haven't been sent: those of some ids, or those paid before a time, in pages by id. */
  findUnshipped(
    ex: Executor,
    workplaceId: string,
    ask: { ids: readonly string[] } | { before: string; after: string; most: number },
  ): Promise<UnshippedPurchase[]>;
}

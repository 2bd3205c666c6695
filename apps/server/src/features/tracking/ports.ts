import type { SupplierName } from '@quayside/contracts';
import type { Executor } from '../../db/index.ts';

/** A paid supplier order that its supplier hasn't sent yet. */
export interface UnshippedPurchase {
  supplier_order_id: string;
  order_id: string;
  /** The other orders that share it. */
  other_order_ids: string[];
  supplier: SupplierName;
  source_order_no: string | null;
}

/** A supplier order with something to claim. */
export interface OpenClaim {
  supplier_order_id: string;
  order_id: string;
  supplier: SupplierName;
  order_no: string;
  /** When the first window closes. */
  until: string;
}

export interface TrackingPorts {
  /** Which of some supplier orders have items that didn't arrive, or whose request wasn't sent, and can be claimed. */
  findOpenClaims(ex: Executor, workplaceId: string, ids: readonly string[], now: string): Promise<OpenClaim[]>;
  /** Supplier orders with a request that their supplier didn't take, in pages by the request's id. */
  unsentRequests(
    ex: Executor,
    workplaceId: string,
    after: string,
    most: number,
  ): Promise<{ refund_request_id: string; supplier_order_id: string }[]>;
  /** Paid supplier orders that were sent, perhaps not whole, in pages by id. Those sent whole don't come again. */
  findPartlySent(
    tx: Executor,
    workplaceId: string,
    after: string,
    most: number,
  ): Promise<{ supplier_order_id: string; all_sent: boolean }[]>;
  /** Paid supplier orders that haven't been sent: those of some ids, or those paid before a time, in pages by id. */
  findUnshipped(
    ex: Executor,
    workplaceId: string,
    ask: { ids: readonly string[] } | { before: string; after: string; most: number },
  ): Promise<UnshippedPurchase[]>;
}

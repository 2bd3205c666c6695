import type { RefundReason } from '@quayside/contracts';

/** How long a supplier accepts a claim, and what it wants to see. */
export interface ClaimWindow {
  /** Days after receipt. */
  afterReceipt: number;
  /** Days after the promised delivery, for items that didn't arrive. */
  afterPromise: number;
  /** Proofs by reason, besides the order itself. */
  proofs: Readonly<Record<RefundReason, readonly ('photo' | 'tracking' | 'conversation')[]>>;
  /** false: the supplier publishes no figure that we could verify, so the shortest usual one is assumed. */
  isPublished: boolean;
}

const PROOFS: ClaimWindow['proofs'] = {
  item_not_received: ['tracking'],
  item_not_as_described: ['photo', 'conversation'],
  defective_item: ['photo', 'conversation'],
  damaged_item: ['photo'],
};

/** Of suppliers that publish no window we could verify. Deliberately short: an early alarm costs less than a late one. */
const ASSUMED: ClaimWindow = { afterReceipt: 7, afterPromise: 7, proofs: PROOFS, isPublished: false };

/**
 * Windows by supplier. Never longer than REFUND_DAYS (rule B330).
 *
 * - quayside: our own rule, document 3, section 5: 30 days after receipt.
 * - aliexpress: "Open dispute" until 15 days after an order is completed (AliExpress Help Center, Buyer Protection).
 * - ebay: eBay Money Back Guarantee policy, 30 days after the actual or latest estimated delivery date.
 * - amazon: 30 days after receipt (Amazon return policies); A-to-z Guarantee claims run longer, up to 90 days.
 * - temu: 90 days after purchase by its Purchase Protection Program; limited to 30 by B330.
 * - CJ Dropshipping and all others: no figure in their documents (CJ decides per item), so the default is assumed.
 */
const WINDOWS: Readonly<Record<string, ClaimWindow>> = {
  quayside: { afterReceipt: 30, afterPromise: 30, proofs: PROOFS, isPublished: true },
  aliexpress: { afterReceipt: 15, afterPromise: 15, proofs: PROOFS, isPublished: true },
  ebay: { afterReceipt: 30, afterPromise: 30, proofs: PROOFS, isPublished: true },
  amazon: { afterReceipt: 30, afterPromise: 30, proofs: PROOFS, isPublished: true },
  temu: { afterReceipt: 30, afterPromise: 30, proofs: PROOFS, isPublished: true },
};

export const getClaimWindow = (supplier: string): ClaimWindow =>
  Object.hasOwn(WINDOWS, supplier) ? (WINDOWS[supplier] ?? ASSUMED) : ASSUMED;

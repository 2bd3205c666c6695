import type { SupplierOrder, SupplierRefund } from '@quayside/connector-kit';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';

/** A booked refund, in minor units of the supplier order's currency. */
export interface BookedRefund {
  ref: string;
  amount: number;
  /** The part of `amount` credited to the payer: in total never more than was paid. */
  credited: number;
  /**
   * supplier: listed by it. total: inferred by an earlier version from a smaller total. operator: confirmed by a
   * person.
   */
  source: 'supplier' | 'total' | 'operator';
  /** ISO time at the supplier; null if unknown. */
  refundedAt: string | null;
}

export const creditedSum = (booked: readonly Pick<BookedRefund, 'credited'>[]): number =>
  booked.reduce((sum, refund) => sum + refund.credited, 0);

/** Whether the supplier may still refund it. */
export const isRefundable = (row: Pick<PurchaseRow, 'pay_state' | 'total_cost'>): boolean =>
  row.pay_state === 'paid' && row.total_cost !== null;

type Payment = Pick<PurchaseRow, 'payer' | 'pay_state' | 'pay_amount' | 'total_cost'>;

/**
 * The amount paid before refunds: `total_cost` falls by credited ones. The wallet never pays more than approved
 * (`pay_amount`), whatever the supplier charged.
 */
export function paidAmount(row: Payment, booked: readonly Pick<BookedRefund, 'credited'>[]): number {
  if ((row.pay_state !== 'paid' && row.pay_state !== 'refunded') || row.total_cost === null) return 0;
  const paid = row.total_cost + creditedSum(booked);
  return row.payer === 'wallet' ? Math.min(paid, row.pay_amount ?? 0) : paid;
}

/**
 * Refunds in `named` that aren't booked yet, with the amount each credits. Earlier credits count toward refunds listed
 * later, so nothing is credited twice; refunds in another currency and amounts of zero or less are skipped.
 */
export function newRefunds(
  paid: number,
  booked: readonly BookedRefund[],
  named: readonly SupplierRefund[],
  currency: string,
): BookedRefund[] {
  const known = new Map(booked.map((refund) => [refund.ref, refund.amount]));
  let credited = creditedSum(booked);
  let total = booked.reduce((sum, refund) => sum + (refund.source === 'supplier' ? refund.amount : 0), 0);
  const made: BookedRefund[] = [];
  for (const { refundId: ref, amount, at } of named) {
    if (known.has(ref) || amount.currency !== currency || amount.amount <= 0) continue;
    known.set(ref, amount.amount);
    total += amount.amount;
    const credit = Math.min(amount.amount, Math.max(0, Math.min(paid, total) - credited));
    credited += credit;
    made.push({ ref, amount: amount.amount, credited: credit, source: 'supplier', refundedAt: at ?? null });
  }
  return made;
}

type Reading = Pick<SupplierOrder, 'state' | 'lines' | 'shippingCost'>;
type BoughtLine = Pick<PurchaseLineRow, 'source_variant_id' | 'quantity' | 'unit_cost'>;

/**
 * Amount of `paid` that a supplier owes after canceling an order or removing items, including credited refunds. For
 * items at most what `paid` exceeds the rest of the order, because items rejected before the payment were not paid;
 * zero for an unknown cost.
 */
export function expectedRefund(paid: number, reading: Reading, bought: readonly BoughtLine[]): number {
  if (reading.state === 'cancelled') return paid;
  const refused = new Map<string, number>();
  for (const line of reading.lines)
    if (line.state === 'refused')
      refused.set(line.sourceVariantId, (refused.get(line.sourceVariantId) ?? 0) + line.quantity);
  if (refused.size === 0) return 0;
  let owed = 0;
  let kept = reading.shippingCost.amount;
  for (const { source_variant_id: variant, quantity, unit_cost } of bought) {
    if (unit_cost === null) return 0;
    const gone = Math.min(quantity, refused.get(variant) ?? 0);
    refused.set(variant, (refused.get(variant) ?? 0) - gone);
    owed += gone * unit_cost;
    kept += (quantity - gone) * unit_cost;
  }
  return Math.max(0, Math.min(owed, paid - kept));
}

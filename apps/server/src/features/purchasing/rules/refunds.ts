import type { SupplierOrder, SupplierRefund } from '@quayside/connector-kit';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';

/** A refund as it is booked. Minor units of the supplier order's currency. */
export interface BookedRefund {
  ref: string;
  amount: number;
  /** The part of `amount` that went to the payer: together never more than was paid. */
  credited: number;
  /** supplier: it named the refund. total: an earlier version saw a smaller total. operator: a person confirmed it. */
  source: 'supplier' | 'total' | 'operator';
  /** ISO time at the supplier; null where it gives none. */
  refundedAt: string | null;
}

export const creditedSum = (booked: readonly Pick<BookedRefund, 'credited'>[]): number =>
  booked.reduce((sum, refund) => sum + refund.credited, 0);

/** Whether the supplier may still give money back for it. */
export const isRefundable = (row: Pick<PurchaseRow, 'pay_state' | 'total_cost'>): boolean =>
  row.pay_state === 'paid' && row.total_cost !== null;

type Payment = Pick<PurchaseRow, 'payer' | 'pay_state' | 'pay_amount' | 'total_cost'>;

/**
 * The amount paid for a supplier order before any refund: `total_cost` falls by what is credited. The wallet never pays
 * more than was agreed (`pay_amount`), whatever the supplier took.
 */
export function paidAmount(row: Payment, booked: readonly Pick<BookedRefund, 'credited'>[]): number {
  if ((row.pay_state !== 'paid' && row.pay_state !== 'refunded') || row.total_cost === null) return 0;
  const paid = row.total_cost + creditedSum(booked);
  return row.payer === 'wallet' ? Math.min(paid, row.pay_amount ?? 0) : paid;
}

/**
 * Returns the refunds in `named` that are not booked yet, and what each credits. Money that was credited before the supplier
 * named its refund counts toward the next ones it names, so nothing is credited twice. Leaves out refunds in another currency
 * than the order's, and amounts of zero or less.
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
 * How much of `paid` a supplier owes for an order that it cancelled, or took items out of; refunds that were credited already are
 * included. For items never more than `paid` exceeds the rest of the order: what was refused before the payment was not paid.
 * Zero where a cost is unknown.
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

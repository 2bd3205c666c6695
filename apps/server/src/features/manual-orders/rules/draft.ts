import type { ChannelAddress, ChannelOrder, ChannelOrderLine } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';

/** A line of an order to create; amounts are in minor units of the order's currency. */
export interface DraftLine {
  title: string;
  variantTitle?: string;
  sku?: string;
  imageUrl?: string;
  quantity: number;
  unitPrice: number;
  requiresShipping: boolean;
}

/** An order to create. */
export interface OrderDraft<L = DraftLine> {
  number: string;
  /** ISO-8601; absent: now. */
  placedAt?: string;
  currency: string;
  isPaid: boolean;
  paymentMethod?: string;
  address: ChannelAddress;
  /** The customer's language (BCP 47); absent: unknown. */
  customerLocale?: string;
  shippingMethod?: string;
  shipping: number;
  discount: number;
  tax: number;
  taxIncluded: boolean;
  note?: string;
  lines: L[];
}

type Sums = Pick<OrderDraft, 'shipping' | 'discount' | 'tax' | 'taxIncluded'> & {
  lines: readonly Pick<DraftLine, 'quantity' | 'unitPrice'>[];
};

/** Largest total, in minor units: beyond it sums of orders would no longer be exact. */
const LARGEST = 1_000_000_000_00;

export interface Totals {
  subtotal: number;
  total: number;
}

/** The sums of an order; a fault key where they can't be. */
export function totalsOf(draft: Sums): Totals | 'ORDER_TOTAL_TOO_LARGE' | 'ORDER_DISCOUNT_TOO_LARGE' {
  let subtotal = 0;
  for (const { quantity, unitPrice } of draft.lines) {
    subtotal += quantity * unitPrice;
    if (subtotal > LARGEST) return 'ORDER_TOTAL_TOO_LARGE';
  }
  const gross = subtotal + draft.shipping + (draft.taxIncluded ? 0 : draft.tax);
  if (gross > LARGEST) return 'ORDER_TOTAL_TOO_LARGE';
  if (draft.discount > subtotal + draft.shipping) return 'ORDER_DISCOUNT_TOO_LARGE';
  return { subtotal, total: gross - draft.discount };
}

/** The order as a store would report it. Its sums were checked with totalsOf. */
export function toChannelOrder(
  draft: OrderDraft,
  { subtotal, total }: Totals,
  { externalOrderId, name, now }: { externalOrderId: string; name: string; now: string },
): ChannelOrder {
  const of = (amount: number) => money(amount, draft.currency);
  return {
    externalOrderId,
    name,
    createdAt: draft.placedAt ?? now,
    updatedAt: now,
    currency: draft.currency,
    subtotal: of(subtotal),
    shippingTotal: of(draft.shipping),
    taxTotal: of(draft.tax),
    taxIncluded: draft.taxIncluded,
    feeTotal: of(0),
    discountTotal: of(draft.discount),
    total: of(total),
    financialStatus: draft.isPaid ? 'paid' : 'pending',
    fulfillmentStatus: 'unfulfilled',
    ...(draft.address.email ? { customerEmail: draft.address.email } : {}),
    ...(draft.customerLocale ? { customerLocale: draft.customerLocale } : {}),
    shippingAddress: draft.address,
    ...(draft.shippingMethod ? { shippingMethodTitle: draft.shippingMethod } : {}),
    ...(draft.paymentMethod ? { payment: { method: draft.paymentMethod, onDelivery: false } } : {}),
    ...(draft.note ? { note: draft.note } : {}),
    lines: draft.lines.map(
      (line, at): ChannelOrderLine => ({
        externalLineId: String(at + 1),
        ...(line.sku ? { sku: line.sku } : {}),
        title: line.title,
        ...(line.variantTitle ? { variantTitle: line.variantTitle } : {}),
        ...(line.imageUrl ? { imageUrl: line.imageUrl } : {}),
        quantity: line.quantity,
        fulfillableQuantity: line.requiresShipping ? line.quantity : 0,
        unitPrice: of(line.unitPrice),
        discount: of(0),
        requiresShipping: line.requiresShipping,
      }),
    ),
  };
}

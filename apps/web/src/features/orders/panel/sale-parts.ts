import type { OrderDetail } from '@quayside/contracts';

type Sale = Pick<
  OrderDetail,
  'subtotal' | 'shipping_total' | 'discount_total' | 'fee_total' | 'adjustment_total' | 'tax_total' | 'tax_included'
>;

/** The amounts that add up to the order's total, without those that are zero. Included tax comes last and is not added. */
export const saleParts = (order: Sale) =>
  [
    { key: 'subtotal', value: order.subtotal } as const,
    { key: 'shippingPaid', value: order.shipping_total } as const,
    { key: 'discount', value: { ...order.discount_total, amount: -order.discount_total.amount } } as const,
    { key: 'fees', value: order.fee_total } as const,
    { key: 'adjustment', value: order.adjustment_total } as const,
    { key: order.tax_included ? 'taxIncluded' : 'tax', value: order.tax_total } as const,
  ].filter(({ key, value }) => value.amount !== 0 || key === 'subtotal');

import { effectiveAddress, type OrderRow } from '../../orders/index.ts';

/** The shopper's email address, if the store names one. */
export const emailOf = (order: Pick<OrderRow, 'customer_email' | 'address' | 'address_edit'>): string | undefined =>
  order.customer_email || effectiveAddress(order.address, order.address_edit).email || undefined;

/** The shopper's name, as the store or the address has it. */
export function nameOf(order: Pick<OrderRow, 'customer_name' | 'address' | 'address_edit'>): string {
  const { firstName } = effectiveAddress(order.address, order.address_edit);
  return firstName ?? order.customer_name ?? '';
}

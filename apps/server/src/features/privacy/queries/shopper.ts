import { type SHOPPER_KEYS, SHOPPER_ORDERS_SHOWN } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import { supplierLabel } from '../../orders/index.ts';
import { ordersOfShopper, readOrders, shoppersOfNumber, suppliersOf, underWay } from '../find-repo.ts';
import { emailKey, NOBODY, phoneKey, type Subject, shopperOf } from '../rules/subject.ts';

export interface Wanted {
  by: (typeof SHOPPER_KEYS)[number];
  value: string;
}

/**
 * Whom a look-up means. An order's number stands for its shopper, by e-mail and telephone. Throws PRIVACY_ORDER_AMBIGUOUS where
 * orders of different shoppers have that number.
 */
export async function resolveShopper(ex: Executor, workplaceId: string, { by, value }: Wanted): Promise<Subject> {
  if (by === 'email') return { ...NOBODY, emails: [emailKey(value)] };
  if (by === 'phone') return { ...NOBODY, phones: [phoneKey(value)].filter(Boolean) };
  const orders = await shoppersOfNumber(ex, workplaceId, value.replace(/^#/, ''));
  const [first] = orders.map((one) => shopperOf([one]));
  const isSame = orders.every((one) => {
    const subject = shopperOf([one]);
    return subject.emails.some((email) => first?.emails.includes(email));
  });
  if (orders.length > 1 && !isSame) throw new AppError('BAD_REQUEST', 'PRIVACY_ORDER_AMBIGUOUS');
  return shopperOf(orders);
}

const filled = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text?.trim()))),
];

/** What is held of a shopper, for a person to see before anything is done. */
export async function shopperSummary(ex: Executor, workplaceId: string, wanted: Wanted, since: string) {
  const subject = await resolveShopper(ex, workplaceId, wanted);
  const ids = await ordersOfShopper(ex, workplaceId, subject, undefined, 100_000);
  const busy = await underWay(ex, workplaceId, ids, { isGone: false, parcelsSince: since });
  const isBusy = new Set(busy.map((one) => one.order_id));
  const orders = await readOrders(ex, workplaceId, ids.slice(0, SHOPPER_ORDERS_SHOWN));
  const held = await ex.first<{ supplier_orders: number; parcels: number }>(sql`select
      (select count(*)::int from supplier_order where workplace_id = ${workplaceId} and order_id = any(${ids}::uuid[])) as supplier_orders,
      (select count(*)::int from shipment where workplace_id = ${workplaceId} and order_id = any(${ids}::uuid[])) as parcels`);
  return {
    names: filled(orders.map((one) => one.customer_name)),
    emails: filled(orders.map((one) => one.customer_email)),
    phones: filled(orders.flatMap((one) => [one.address_edit?.phone, one.address.phone])),
    total: ids.length,
    orders: orders.map(({ order_id: id, name, store, placed_at }) => ({
      id,
      name,
      store,
      placed_at,
      under_way: isBusy.has(id),
    })),
    under_way: busy.length,
    held: { orders: ids.length, supplier_orders: held?.supplier_orders ?? 0, parcels: held?.parcels ?? 0 },
    suppliers: (await suppliersOf(ex, workplaceId, ids)).map(supplierLabel),
  };
}

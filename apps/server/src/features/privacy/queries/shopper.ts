import { type SHOPPER_KEYS, SHOPPER_ORDERS_SHOWN } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { isOfOrders } from '../../../states/sql.ts';
import {
  FIRST_ID,
  findNewest,
  findOpenWork,
  findSuppliers,
  knownKeys,
  ordersOfShopper,
  phoneKeys,
  readOrders,
  shoppersOfNumber,
} from '../find-repo.ts';
import { emailKey, getShopper, NOBODY, phoneKey, type Subject } from '../rules/subject.ts';

export interface Wanted {
  by: (typeof SHOPPER_KEYS)[number];
  value: string;
}

/**
 * Whom a look-up means. An order's number stands for its shopper, by e-mail and phone. Throws PRIVACY_ORDER_AMBIGUOUS where
 * orders of different shoppers have that number, and PRIVACY_PHONE_AMBIGUOUS where a phone number without a country code is
 * one in several countries.
 */
export async function resolveShopper(ex: Executor, workplaceId: string, { by, value }: Wanted): Promise<Subject> {
  if (by === 'email') return { ...NOBODY, emails: [emailKey(value)] };
  if (by === 'phone') {
    const known = await knownKeys(ex, workplaceId, await phoneKeys(ex, value));
    if (known.filter((key) => key !== phoneKey(value)).length > 1)
      throw new AppError('BAD_REQUEST', 'PRIVACY_PHONE_AMBIGUOUS');
    return { ...NOBODY, phones: known };
  }
  const orders = await shoppersOfNumber(ex, workplaceId, value.replace(/^#/, ''));
  const [first] = orders;
  const isSame = orders.every(({ keys }) => keys.some((key) => key.includes('@') && first?.keys.includes(key)));
  if (orders.length > 1 && !isSame) throw new AppError('BAD_REQUEST', 'PRIVACY_ORDER_AMBIGUOUS');
  return getShopper(orders);
}

/** Orders looked at in one query. */
const PAGE = 5_000;

/** All orders of a shopper, a page at a time. */
export async function* pagesOfShopper(
  ex: Executor,
  workplaceId: string,
  subject: Subject,
  { storeId, most = PAGE }: { storeId?: string | undefined; most?: number } = {},
): AsyncGenerator<string[]> {
  for (let after: string | undefined = FIRST_ID; after; ) {
    const ids = await ordersOfShopper(ex, workplaceId, subject, { storeId, after, most });
    if (ids.length > 0) yield ids;
    after = ids.length < most ? undefined : ids.at(-1);
  }
}

const filled = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text?.trim()))),
];

/** What is held of a shopper, for a person to see before anything is done. Lists their newest orders and counts all. */
export async function shopperSummary(ex: Executor, workplaceId: string, wanted: Wanted, since: string) {
  const subject = await resolveShopper(ex, workplaceId, wanted);
  const suppliers = new Set<string>();
  const held = { orders: 0, supplier_orders: 0, parcels: 0 };
  const newest: string[] = [];
  let busy = 0;
  for await (const ids of pagesOfShopper(ex, workplaceId, subject)) {
    const counts = await ex.first<{ supplier_orders: number; parcels: number }>(sql`select
        (select count(*)::int from supplier_order where workplace_id = ${workplaceId} and ${isOfOrders(ids)}) as supplier_orders,
        (select count(*)::int from shipment where workplace_id = ${workplaceId} and order_id = any(${ids}::uuid[])) as parcels`);
    held.orders += ids.length;
    held.supplier_orders += counts?.supplier_orders ?? 0;
    held.parcels += counts?.parcels ?? 0;
    busy += (await findOpenWork(ex, workplaceId, ids, { isGone: false, parcelsSince: since })).length;
    for (const supplier of await findSuppliers(ex, workplaceId, ids)) suppliers.add(supplier);
    newest.splice(0, newest.length, ...(await findNewest(ex, workplaceId, [...newest, ...ids], SHOPPER_ORDERS_SHOWN)));
  }
  const orders = await readOrders(ex, workplaceId, newest);
  const shownBusy = await findOpenWork(ex, workplaceId, newest, { isGone: false, parcelsSince: since });
  const isBusy = new Set(shownBusy.map((one) => one.order_id));
  return {
    names: filled(orders.map((one) => one.customer_name)),
    emails: filled(orders.map((one) => one.customer_email)),
    phones: filled(orders.flatMap((one) => [one.address_edit?.phone, one.address.phone])),
    total: held.orders,
    orders: orders.map(({ order_id: id, name, store, placed_at }) => ({
      id,
      name,
      store,
      placed_at,
      under_way: isBusy.has(id),
    })),
    under_way: busy,
    held,
    suppliers: [...suppliers].sort().map(connectorLabel),
  };
}

import type { OrderDoc } from './model.ts';
import type { ShopifyStore } from './store.ts';

/** A shopper of a shop, by what their orders say. Erased ones are no customers any more. */
export interface Customer {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  orders: OrderDoc[];
}

const all = { by: 'id', limit: 100_000, hidden: true } as const;

/** The customer that an e-mail belongs to; a new one for a new e-mail. */
export function getCustomer(store: ShopifyStore, shop: string, email: string): number {
  const key = email.trim().toLowerCase();
  const known = store.byKey(shop, 'customer', key);
  if (known !== undefined) return known;
  const id = store.next();
  store.setKey(shop, 'customer', key, id);
  return id;
}

export function listCustomers(store: ShopifyStore, shop: string): Customer[] {
  const found = new Map<number, Customer>();
  for (const order of store.list(shop, 'order', all)) {
    if (!order.email) continue;
    const customer = found.get(order.customerId);
    if (customer) customer.orders.push(order);
    else
      found.set(order.customerId, {
        id: order.customerId,
        name: `${order.address.firstName} ${order.address.lastName}`,
        email: order.email,
        phone: order.address.phone,
        orders: [order],
      });
  }
  return [...found.values()];
}

/** Empties what the shop holds about a customer, as Shopify does before it tells the apps. Sums, dates and countries stay. */
export function eraseCustomer(store: ShopifyStore, shop: string, id: number): void {
  for (const order of store.list(shop, 'order', all).filter((one) => one.customerId === id)) {
    if (order.email) store.removeKey(shop, 'customer', order.email.trim().toLowerCase());
    const { countryCode } = order.address;
    const bare = { firstName: '', lastName: '', address1: '', address2: null, city: '', zip: '', phone: null };
    const address = { ...bare, province: null, provinceCode: null, countryCode };
    store.save(shop, 'order', { ...order, email: '', note: null, address, updatedAt: store.now() });
  }
}

import type { ShopperOrder } from '../core/world.ts';
import { country } from '../woocommerce/countries.ts';
import { getCustomer } from './customers.ts';
import type { FulfillmentOrderDoc, OrderDoc, OrderLineDoc, ShopSeed } from './model.ts';
import { cents, decimal } from './money.ts';
import { totalOf } from './order-facts.ts';
import type { ShopifyStore } from './store.ts';

const SHIPPING = { title: 'Standard', price: '4.90' };

/** A state by its code or its name, where the country has states that are known here. */
function provinceOf({ countryCode, province }: Pick<ShopperOrder, 'countryCode' | 'province'>): {
  province: string | null;
  provinceCode: string | null;
} {
  const typed = province?.trim();
  if (!typed) return { province: null, provinceCode: null };
  const state = country(countryCode)?.states.find(
    (one) => one.code === typed.toUpperCase() || one.name.toLowerCase() === typed.toLowerCase(),
  );
  return { province: state?.name ?? typed, provinceCode: state?.code ?? null };
}

/** An order as a shop writes it when a shopper has paid. It is not saved, and not routed to a location yet. */
export function newOrder(
  store: ShopifyStore,
  seed: ShopSeed,
  wanted: Omit<ShopperOrder, 'company' | 'lines'>,
  lines: OrderLineDoc[],
  createdAt: string,
): OrderDoc {
  const order: OrderDoc = {
    id: store.next(),
    number: store.next(`order-number ${seed.shop}`, 1001),
    email: wanted.email,
    ...(wanted.locale ? { customerLocale: wanted.locale } : {}),
    note: null,
    customerId: getCustomer(store, seed.shop, wanted.email),
    address: {
      firstName: wanted.firstName,
      lastName: wanted.lastName,
      address1: wanted.address1,
      address2: wanted.address2 ?? null,
      city: wanted.city,
      ...provinceOf(wanted),
      zip: wanted.postalCode,
      countryCode: wanted.countryCode,
      phone: wanted.phone ?? null,
    },
    shipping: SHIPPING,
    lines,
    transactions: [],
    fulfillmentOrders: [],
    fulfillments: [],
    refunds: [],
    cancelledAt: null,
    createdAt,
    updatedAt: createdAt,
  };
  const total = decimal(totalOf(order));
  if (seed.includedTax)
    order.includedTax = decimal(Math.round((cents(total) * seed.includedTax) / (100 + seed.includedTax)));
  order.transactions.push({
    id: store.next(),
    kind: 'SALE',
    status: 'SUCCESS',
    gateway: 'bogus',
    amount: total,
    parentId: null,
    createdAt,
  });
  return order;
}

/** The part of an order that its location sends: all of it. */
export const getFulfillmentOrder = (
  store: ShopifyStore,
  seed: ShopSeed,
  { lines }: OrderDoc,
  createdAt: string,
): FulfillmentOrderDoc => ({
  id: store.next(),
  locationId: seed.locationId,
  lines: lines.map((line) => ({ id: store.next(), lineId: line.id, quantity: line.quantity })),
  holds: [],
  createdAt,
});

import type { ChannelAddress } from '@quayside/connector-kit';
import type { BuyConnection, BuyOrder, BuyPackage, OrderPlan } from './plan-order.ts';

/** An order that may share a supplier order with others. */
export interface CombinableOrder {
  order: BuyOrder;
  storeId: string;
  currency: string;
  /** The customer's email; null: unknown. */
  email: string | null;
  /** Ids of all its lines. */
  lineIds: readonly string[];
  plan: OrderPlan;
}

/** Orders that can be bought together, and how. */
export interface CombinedGroup<O extends CombinableOrder> {
  members: O[];
  connection: BuyConnection;
  method: string;
}

const words = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,;:#'’-]+/gu, ' ')
    .trim();

/** A delivery address without differences in case, spacing and punctuation. */
export const normalizeAddress = (address: ChannelAddress): string =>
  JSON.stringify(
    [
      address.firstName,
      address.lastName,
      address.company,
      address.address1,
      address.address2,
      address.city,
      address.province ?? address.provinceCode,
      address.postalCode?.replace(/\s/gu, ''),
      address.countryCode,
      address.taxId,
    ].map(words),
  );

/** The one package that an order is bought in as a whole; undefined: it can't be combined. */
export function wholePackage({ plan, lineIds }: Pick<CombinableOrder, 'plan' | 'lineIds'>): BuyPackage | undefined {
  const [pack, ...more] = plan.packages;
  if (!pack || more.length > 0 || plan.refused.length > 0 || pack.problem || pack.method === null) return undefined;
  return pack.lines.length === lineIds.length ? pack : undefined;
}

/**
 * Groups of two or more orders of one customer to one address, bought whole with the same connection and shipping
 * method, from the same store and in the same currency.
 */
export function combinable<O extends CombinableOrder>(orders: readonly O[]): CombinedGroup<O>[] {
  const groups = new Map<string, CombinedGroup<O>>();
  for (const one of orders) {
    const pack = wholePackage(one);
    const email = words(one.email);
    if (!pack || pack.method === null || email === '') continue;
    const { connection, method } = pack;
    const key = JSON.stringify([
      one.storeId,
      one.order.mode,
      one.currency,
      email,
      normalizeAddress(one.order.address),
      connection.connection_id,
      connection.payer,
      method,
    ]);
    const group = groups.get(key) ?? { members: [], connection, method };
    group.members.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.members.length > 1);
}

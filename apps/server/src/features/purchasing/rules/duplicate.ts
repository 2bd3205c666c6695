import type { ChannelAddress } from '@quayside/connector-kit';

interface Item {
  external_variant_id: string | null;
  sku: string | null;
  title: string;
  quantity: number;
}

const written = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

const FIELDS = ['address1', 'address2', 'city', 'postalCode', 'countryCode'] as const;

const addressKey = (address: ChannelAddress): string => FIELDS.map((field) => written(address[field])).join('\n');

/** Items with their quantities, in any order. */
const itemsKey = (items: readonly Item[]): string =>
  items
    .map((item) => `${written(item.external_variant_id ?? item.sku ?? item.title)} ${item.quantity}`)
    .toSorted()
    .join('\n');

export interface Comparable {
  address: ChannelAddress;
  items: readonly Item[];
}

/** Whether two orders of one shopper go to the same address with the same items. */
export const isSameOrder = (a: Comparable, b: Comparable): boolean =>
  addressKey(a.address) === addressKey(b.address) && itemsKey(a.items) === itemsKey(b.items);

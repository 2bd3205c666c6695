import type { OrderDetail, OrderLine } from '@quayside/contracts';
import type { ManualOrder } from '@quayside/contracts/extension-messages.ts';

/** The extension takes no more lines of one order at a time. */
export const MAX_MANUAL_LINES = 100;
/** As the table of addresses and the extension's messages have it. */
const MOST_ADDRESS = 2_000;

/** A page's address as a person types or pastes it, written out; undefined for what is none. */
export function webAddress(text: string): string | undefined {
  const typed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(whole)) return undefined;
  const { href, protocol, hostname } = new URL(whole);
  const isPage =
    (protocol === 'http:' || protocol === 'https:') && (hostname.includes('.') || hostname === 'localhost');
  return isPage && href.length <= MOST_ADDRESS ? href : undefined;
}

type Order = Pick<OrderDetail, 'id' | 'name' | 'address'>;
type Line = Pick<OrderLine, 'id' | 'title' | 'variant_title' | 'sku' | 'quantity' | 'fulfillable_quantity'>;

/**
 * An order as its owner needs it at hand where he buys: to whom it goes, and what of it is still to be bought. What the store
 * did not tell is an empty text.
 *
 * @param addresses where each line is bought, by its id.
 * @param country name of the country in the language of the screen.
 */
export function toManualOrder(
  { id, name, address }: Order,
  lines: readonly Line[],
  addresses: ReadonlyMap<string, string>,
  country: string,
): ManualOrder {
  const cut = (text: string | null | undefined, most: number): string => (text ?? '').slice(0, most);
  return {
    order_id: id,
    name: cut(name, 80),
    ship_to: {
      name: cut([address.first_name, address.last_name].filter(Boolean).join(' '), 200),
      company: cut(address.company, 200),
      address1: cut(address.address1, 300),
      address2: cut(address.address2, 300),
      city: cut(address.city, 200),
      province: cut(address.province || address.province_code, 200),
      zip: cut(address.postal_code, 40),
      country: cut(address.country_code ? country : '', 100),
      country_code: cut(address.country_code, 2),
      phone: cut(address.phone, 60),
    },
    lines: lines.map((line) => ({
      title: cut(line.title, 500),
      variant: cut(line.variant_title ?? line.sku, 300),
      quantity: Math.max(1, Math.min(line.quantity, line.fulfillable_quantity)),
      address: addresses.get(line.id) ?? null,
    })),
  };
}

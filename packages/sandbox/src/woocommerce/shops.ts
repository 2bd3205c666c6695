import type { World } from '../core/world.ts';

/** A shop's settings, as its owner chose them. */
export interface ShopSettings {
  shop: string;
  name: string;
  tagline: string;
  currency: string;
  /** IANA name; WordPress keeps local and GMT times side by side. */
  timeZone: string;
  /** ISO 3166-1 alpha-2, with the state where there are states. */
  country: string;
  state: string;
  email: string;
  version: string;
  shippingFee: string;
  /** The shipping method's title as WordPress keeps it, HTML entities included; default "Flat rate". */
  shippingTitle?: string;
  /** Tax on goods, shipping and fees, in percent; default none. */
  taxPercent?: number;
  /** Automatic refunds of the payment gateway; default: it has none. */
  gatewayRefunds?: 'none' | 'pays' | 'declines';
  /** plain: no /wp-json, only ?rest_route= (Settings, Permalinks, Plain). */
  permalinks: 'pretty' | 'plain';
  /** The web server drops the Authorization header, as some CGI set-ups do. */
  stripsAuthorization: boolean;
  /** Site address (Settings, General), when it is another than where the sandbox serves the shop. */
  siteAddress?: string;
}

const VERSION = '10.3.5';
const common = { version: VERSION, permalinks: 'pretty', stripsAuthorization: false } as const;

const SEEDED: ShopSettings[] = [
  {
    shop: 'harbour-goods',
    name: 'Harbour Goods',
    tagline: 'Useful things for home and boat',
    currency: 'USD',
    timeZone: 'America/New_York',
    country: 'US',
    state: 'ME',
    email: 'hello@harbour-goods.test',
    shippingFee: '4.90',
    ...common,
  },
  {
    shop: 'fjord-living',
    name: 'Fjord Living',
    tagline: 'Quiet objects from the north',
    currency: 'EUR',
    timeZone: 'Europe/Oslo',
    country: 'NO',
    state: '',
    email: 'hei@fjord-living.test',
    shippingFee: '6.50',
    ...common,
  },
  {
    shop: 'tidewater',
    name: 'Tidewater Supply',
    tagline: 'Small comforts, sent quickly',
    currency: 'USD',
    timeZone: 'America/Chicago',
    country: 'US',
    state: 'IL',
    email: 'owner@tidewater.test',
    shippingFee: '5.50',
    ...common,
  },
];

export interface Shops {
  all(): ShopSettings[];
  get(shop: string): ShopSettings | undefined;
  change(shop: string, change: Partial<ShopSettings>): void;
  /** The next number of the shop's one sequence: products, pictures, orders and refunds share it, as posts do. */
  nextId(shop: string): number;
  /** The shop's WordPress root, without a slash at the end. */
  home(shop: string): string;
}

export function createShops(world: World): Shops {
  const add = world.db.prepare('insert into woo_shops values (?, ?, 1000) on conflict do nothing');
  for (const settings of SEEDED) add.run(settings.shop, JSON.stringify(settings));
  const read = world.db.prepare('select doc from woo_shops where shop = ?');
  const next = world.db.prepare('update woo_shops set last_id = last_id + 1 where shop = ? returning last_id');
  const get = (shop: string) => {
    const row = read.get(shop) as { doc: string } | undefined;
    return row && (JSON.parse(row.doc) as ShopSettings);
  };
  return {
    get,
    all: () =>
      (world.db.prepare('select doc from woo_shops order by rowid').all() as { doc: string }[]).map(
        (row) => JSON.parse(row.doc) as ShopSettings,
      ),
    change(shop, change) {
      const doc = JSON.stringify({ ...get(shop), ...change });
      world.db.prepare('update woo_shops set doc = ? where shop = ?').run(doc, shop);
    },
    nextId: (shop) => (next.get(shop) as { last_id: number }).last_id,
    home: (shop) => get(shop)?.siteAddress || `${world.baseUrl()}/woo/${shop}`,
  };
}

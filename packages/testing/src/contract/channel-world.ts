import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  ChannelConnector,
  ChannelOrder,
  ConnectorContext,
  HttpClient,
  ListingInput,
  ListingVariantInput,
  RawWebhook,
} from '@quayside/connector-kit';
import { ConnectorError, createGuardedHttp } from '@quayside/connector-kit';
import { type Money, money, newId, newToken, systemClock } from '@quayside/kernel';
import { type Emulator, type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A call of the connector, as a fault recognises it. */
export interface FaultTarget {
  match: string;
  matchBody?: string;
}

/** What the suite must be told of a channel and its stand-in. */
export interface ChannelUnderTest {
  connector: ChannelConnector;
  standIn: Emulator;
  platform: 'woocommerce' | 'shopify';
  /** A shop that the stand-in brings along, empty or not, and its currency. */
  shop: string;
  currency: string;
  /** Base address of the shop inside the running sandbox. */
  baseUrl(sandbox: RunningSandbox): string;
  credentials(sandbox: RunningSandbox): Promise<Record<string, string>>;
  wrongCredentials: Record<string, string>;
  /** Valid, yet without a permission the journey needs. */
  limitedCredentials(sandbox: RunningSandbox): Promise<Record<string, string>>;
  /** Typed address to base address; and addresses that are none. */
  addresses: { good: Record<string, string>; bad: string[] };
  secrets: { webhookSecret: string; appSecret?: string };
  /** An id of the platform's form that no order has. */
  unknownOrderId: string;
  /** Number of orders the connector asks for at a time. */
  pageSize: number;
  /** What an order counts as that was just bought, where the shop's shopper pays at the door. */
  unpaid?: true;
  /** The shopper is written to by a call of its own, before the parcel is marked. */
  notesFirst?: true;
  /** The address of a picture as one that the store refuses with the whole product. */
  refusedPicture(url: string): string;
  /** Requests of the connector that have an effect, and one that has none. */
  calls: {
    read: FaultTarget;
    createProduct: FaultTarget;
    /** The step that writes further variants, where that is a call of its own. */
    createVariants?: FaultTarget;
    /** The steps of an update: the product with its pictures, and its variants where those are a call of their own. */
    updateProduct?: FaultTarget;
    updateVariants?: FaultTarget;
    setStock: FaultTarget;
    fulfill: FaultTarget;
    retrack: FaultTarget;
    refund: FaultTarget;
    note: FaultTarget;
    /** Absent: the platform has no order tags. */
    tag?: FaultTarget;
  };
  /** The merchant gives an order's parcel another tracking number, where merchants do that. */
  retrack(world: ChannelWorld, externalOrderId: string, externalFulfillmentId: string, number: string): Promise<void>;
  /** The merchant at work on a product in the shop's own administration. */
  merchant?: Merchant;
  /** The merchant at work on collections and categories. */
  shelves?: Shelves;
  /** The merchant at work on metafields. */
  metafields?: MetafieldAdmin;
  /** The merchant writes the note that a further write must not lose, and where there are tags, the tag "theirs". */
  annotate(world: ChannelWorld, externalOrderId: string, note: string): Promise<void>;
  /** Something on the platform's own side that changes an order (a merchant's note). */
  touchOrder(sandbox: RunningSandbox, externalOrderId: string): Promise<void>;
  /** Where the shop is a real one behind the sandbox's faults: what a shopper sees and does there. */
  shopper?: Pick<ChannelWorld, 'window' | 'shown' | 'buy' | 'buyOften'>;
  /** How requests to a real shop find their way through the sandbox. */
  reach?(direct: HttpClient, sandbox: RunningSandbox): HttpClient;
  /** How many times longer than the stand-in the shop may take; default 1. */
  patience?: number;
}

export interface Merchant {
  /**
   * Adds a category, a tag, an option of the merchant's own, a picture, and a variant with this SKU under a new value of
   * the option named; puts the other variants on sale.
   */
  adds(world: ChannelWorld, productId: string, added: { option: string; sku: string; picture: string }): Promise<void>;
  /** Puts every variant on sale. */
  discounts(world: ChannelWorld, productId: string): Promise<void>;
  /** Gives a variant another picture. */
  pictures(world: ChannelWorld, productId: string, sku: string, picture: string): Promise<void>;
  /**
   * Rewrites title and description, and sets the first variant's price, in the shop's currency; where the channel has them, also
   * the SEO texts, the first variant's HS code, its weight, its barcode and the product's length.
   */
  edits(
    world: ChannelWorld,
    productId: string,
    words: {
      title: string;
      description: string;
      price: string;
      seo?: { title: string; description: string };
      hsCode?: string;
      /** The first variant's weight, and the product's length, in the shop's own units. */
      weight?: string;
      length?: string;
      /** The first variant's. */
      barcode?: string;
    },
  ): Promise<void>;
  sees(world: ChannelWorld, productId: string): Promise<MerchantView>;
}

export interface Shelves {
  /** Ids of the collections that a product is in, beside the store's default. */
  of(world: ChannelWorld, productId: string): Promise<string[]>;
  change(world: ChannelWorld, productId: string, change: { add: string[]; remove: string[] }): Promise<void>;
  make(world: ChannelWorld): Promise<string>;
  remove(world: ChannelWorld, id: string): Promise<void>;
}

export interface MetafieldAdmin {
  /** Defines a metafield for products; returns its id (`namespace.key`). */
  define(
    world: ChannelWorld,
    type: string,
    validations?: { name: string; value: string }[],
  ): Promise<{ namespace: string; key: string }>;
  /** Deletes a definition; the metafields of products stay. */
  undefine(world: ChannelWorld, field: { namespace: string; key: string }): Promise<void>;
  /** Values of a product by id, beside our own records. */
  of(world: ChannelWorld, productId: string): Promise<Record<string, string>>;
  /** null: deletes it. */
  set(
    world: ChannelWorld,
    productId: string,
    field: { namespace: string; key: string },
    value: string | null,
  ): Promise<void>;
}

export interface MerchantView {
  tags: string[];
  categories: string[];
  /** Values by name. */
  options: Record<string, string[]>;
  /** Of variants, sorted. */
  skus: string[];
  /** Sale prices, or the prices before a sale, of variants on sale by SKU. */
  sales: Record<string, string>;
  /** Ids, in the gallery's order. */
  images: string[];
  /** Alt texts, in the gallery's order. */
  alts: string[];
  /** Ids of variants' own pictures by SKU. */
  pictures: Record<string, string>;
}

export interface ChannelWorld {
  sandbox: RunningSandbox;
  http: HttpClient;
  ctx: ConnectorContext;
  context(more?: Partial<ConnectorContext>): ConnectorContext;
  /** Deliveries at our own address, oldest first. */
  delivered: RawWebhook[];
  webhookAddress: string;
  pictureUrl(name: string): string;
  fault(kind: string, target: FaultTarget, more?: { times?: number; delayMs?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Whether the platform takes a call that is made twice for two. */
  forget(isForgetful: boolean): Promise<void>;
  window(): Promise<ShownProduct[]>;
  shown(title: string): Promise<ShownProduct[]>;
  buy(lines: CartLine[], more?: { company?: string }): Promise<{ orderId: string; name: string }>;
  /** The same order many times over, as quickly as the shop can; ids of the orders. */
  buyOften(times: number, lines: CartLine[]): Promise<string[]>;
  close(): Promise<void>;
}

export interface CartLine {
  productId: string;
  variantId: string;
  quantity: number;
}

export interface ShownProduct {
  id: string;
  title: string;
  images: string[];
  variants: { id: string; optionValues: string[]; price: string; inStock: boolean }[];
}

/** A 1x1 PNG, enough for a shop that fetches its pictures. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts the sandbox with one stand-in, a place where its webhooks arrive and pictures it may fetch. */
export async function openChannelWorld(under: ChannelUnderTest): Promise<ChannelWorld> {
  const folder = temporaryFolder('quayside-channel-');
  const sandbox = await startSandbox({
    dataDir: folder.path,
    port: 0,
    standIns: [under.standIn],
    secrets: FIXED_SECRETS,
  });
  const delivered: RawWebhook[] = [];
  const own = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'image/png');
      return response.end(PICTURE);
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
      delivered.push({ headers, body: Buffer.concat(parts) });
      response.end();
    });
  });
  await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
  const ownUrl = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;

  const direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
  const http = under.reach?.(direct, sandbox) ?? direct;
  const credentials = await under.credentials(sandbox);
  const context = (more: Partial<ConnectorContext> = {}): ConnectorContext => {
    const ctx: ConnectorContext = {
      http,
      clock: systemClock,
      baseUrl: under.baseUrl(sandbox),
      credentials: { ...credentials },
      async saveCredentials(next) {
        ctx.credentials = next;
      },
      ...more,
    };
    return ctx;
  };
  const call = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(sandbox.baseUrl + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  const window = async () => {
    const page = (await call(`/shop/${under.platform}/${under.shop}/products.json`)) as { products: ShownProduct[] };
    return page.products;
  };
  const buy: ChannelWorld['buy'] = async (lines, more = {}) => {
    const order = { ...SHOPPER, ...more, lines };
    const bought = (await call(`/shop/${under.platform}/${under.shop}/orders`, order)) as Record<string, string>;
    return { orderId: String(bought.orderId), name: String(bought.orderName) };
  };
  return {
    sandbox,
    http,
    ctx: context(),
    context,
    delivered,
    webhookAddress: `${ownUrl}/hooks/${newToken(8)}`,
    pictureUrl: (name) => `${ownUrl}/${name}.png`,
    async fault(kind, target, more = {}) {
      await call('/control/faults', { standIn: under.standIn.name, kind, times: 1, delayMs: 150, ...target, ...more });
    },
    async clearFaults() {
      await call('/control/faults', undefined, 'DELETE');
    },
    async forget(isForgetful) {
      await call('/control/settings', { forgetful: isForgetful ? 'on' : 'off' });
    },
    window,
    shown: async (title) => (await window()).filter((product) => product.title === title),
    buy,
    async buyOften(times, lines) {
      const ids: string[] = [];
      for (let i = 0; i < times; i += 1) ids.push((await buy(lines)).orderId);
      return ids;
    },
    ...under.shopper,
    async close() {
      await direct.close();
      own.closeAllConnections();
      await new Promise((done) => own.close(done));
      await sandbox.close();
      folder.remove();
    },
  };
}

export const SHOPPER = {
  email: 'mara.lindqvist@example.com',
  firstName: 'Mara',
  lastName: 'Lindqvist',
  address1: '482 Alder Street',
  address2: 'Apt 5',
  city: 'Oakland',
  province: 'CA',
  postalCode: '94607',
  countryCode: 'US',
  phone: '+1 510 555 0142',
};

/** A listing with the options given, all combinations, every price and SKU its own. */
export function getListing(
  options: { name: string; values: string[] }[],
  currency: string,
  more: Partial<ListingInput> = {},
): ListingInput {
  const mark = newToken(4);
  const combinations = options.reduce<string[][]>(
    (rows, option) => rows.flatMap((row) => option.values.map((value) => [...row, value])),
    [[]],
  );
  return {
    ref: newId(),
    title: `Salt & pepper “Duo” ${mark}`,
    descriptionHtml: '<p>Glazed by hand.</p>',
    tags: ['kitchen'],
    status: 'active',
    options,
    variants: combinations.map((optionValues, index) => variantOf(mark, optionValues, index, currency)),
    images: [],
    allowSellOutOfStock: false,
    ...more,
  };
}

const variantOf = (
  mark: string,
  optionValues: string[],
  index: number,
  currency: string,
): ListingVariantInput & { price: Money } => ({
  ref: newId(),
  sku: `T-${mark}-${index}`,
  optionValues,
  price: money(1999 + index, currency),
  quantity: 10,
});

/** The total that the parts of an order sum up to. */
export const sumOfParts = (order: ChannelOrder): number =>
  order.subtotal.amount +
  order.shippingTotal.amount +
  order.feeTotal.amount -
  order.discountTotal.amount +
  (order.taxIncluded ? 0 : order.taxTotal.amount);

/** The ConnectorError that a call ends with; fails when it ends in any other way. */
export async function toFailure(call: Promise<unknown>): Promise<ConnectorError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConnectorError) return error;
  throw new Error(`expected a ConnectorError, got ${error instanceof Error ? error.stack : String(error)}`);
}

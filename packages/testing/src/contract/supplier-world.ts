import type {
  ChannelAddress,
  ConnectorContext,
  ShippingOption,
  SourceProduct,
  SupplierConnector,
  SupplierOrder,
  SupplierOrderInput,
} from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { TestSandbox } from './sandbox-control.ts';

/** What a supplier's own test file tells the suite about its stand-in. */
export interface SupplierSetup {
  connector: SupplierConnector;
  sandbox: TestSandbox;
  standIn: string;
  /** A new context of the one good account. */
  context(): ConnectorContext;
  wrongKey(): ConnectorContext;
  /** An account whose balance pays for nothing; absent where there is no balance. */
  poor?(): Promise<ConnectorContext>;
  /** A word that several pages of products match. */
  word: string;
  /** Regular expressions on "METHOD path?query" for the faults. */
  calls: { search: string; create: string; pay: string; read: string };
  /** Leaves this many pieces of a variant. */
  setStock(variantId: string, pieces: number): Promise<void>;
  /** What the supplier's own books say. */
  ordersInBooks(reference: string): Promise<number>;
  paidInBooks(supplierOrderId: string): Promise<number[]>;
  /** Disputes in its books, and its staff's decisions; absent where there are none. */
  disputes?: {
    inBooks(supplierOrderId: string): Promise<number>;
    decide(reference: string, decision: 'refund' | 'reissue' | 'reject'): Promise<void>;
  };
  /** Goes on in the sandbox's time; the supplier's parcels move along. */
  advance(ms: number): Promise<void>;
}

export const ADDRESS: ChannelAddress = {
  firstName: 'Nora',
  lastName: 'Lind',
  address1: '12 Harbour Street',
  city: 'Portland',
  province: 'Oregon',
  provinceCode: 'OR',
  postalCode: '97201',
  countryCode: 'US',
  phone: '5035550143',
  email: 'nora@shopper.test',
};

/** A country that none of the stand-ins sends to. */
export const NOWHERE = 'AQ';

export interface Cart {
  lines: SupplierOrderInput['lines'];
  shipping: ShippingOption;
  /** Minor units: what the goods and the shipping were said to cost. */
  goods: number;
}

type Quantities = number[];

/** Products with stock, read from the supplier itself. */
export async function someProducts(setup: SupplierSetup, count: number): Promise<SourceProduct[]> {
  const { connector } = setup;
  const found: SourceProduct[] = [];
  let cursor: string | undefined;
  do {
    const page = await connector.search(setup.context(), { word: setup.word, shipTo: 'US', size: 10, cursor });
    for (const row of page.items) {
      const product = await connector.getProduct(setup.context(), row.sourceProductId, 'US');
      if (product?.variants.some((variant) => (variant.stock ?? 0) > 20)) found.push(product);
      if (found.length === count) return found;
    }
    cursor = page.nextCursor;
  } while (cursor);
  throw new Error(`the stand-in has fewer than ${count} products in stock`);
}

/** One line per quantity, each of another product, with the cheapest shipping that carries all of them. */
export async function fillCart(setup: SupplierSetup, quantities: Quantities): Promise<Cart> {
  const products = await someProducts(setup, quantities.length);
  const chosen = products.map((product, at) => {
    const variant = product.variants.find((one) => (one.stock ?? 0) > 20);
    if (!variant) throw new Error('a product without stock');
    return { product, variant, quantity: quantities[at] ?? 1 };
  });
  const lines = chosen.map(({ product, variant, quantity }) => ({
    ref: newId(),
    sourceProductId: product.sourceProductId,
    sourceVariantId: variant.sourceVariantId,
    sku: variant.sku,
    quantity,
  }));
  const [shipping] = await setup.connector.quoteShipping(setup.context(), {
    countryCode: 'US',
    postalCode: '97201',
    lines,
  });
  if (!shipping) throw new Error('no shipping to the US');
  return { lines, shipping, goods: chosen.reduce((sum, one) => sum + one.variant.cost.amount * one.quantity, 0) };
}

export const orderInput = (cart: Cart, change: Partial<SupplierOrderInput> = {}): SupplierOrderInput => ({
  reference: newId(),
  orderName: '#1001',
  address: ADDRESS,
  shippingMethod: cart.shipping.serviceName,
  lines: cart.lines.map((line) => ({ ...line, ref: newId() })),
  ...change,
});

export const placed = (setup: SupplierSetup, cart: Cart): Promise<SupplierOrder> =>
  setup.connector.createOrder(setup.context(), orderInput(cart));

/** Pays an order in full and answers the reference it was paid with. */
export async function paid(setup: SupplierSetup, order: SupplierOrder): Promise<string> {
  const paymentReference = newId();
  await setup.connector.payOrder(setup.context(), {
    supplierOrderId: order.supplierOrderId,
    amount: order.total,
    paymentReference,
  });
  return paymentReference;
}

export const fails = (kind: string | RegExp, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'ConnectorError',
  kind: typeof kind === 'string' ? kind : expectMatch(kind),
  ...more,
});

const expectMatch = (pattern: RegExp) => ({
  asymmetricMatch: (value: unknown): boolean => pattern.test(String(value)),
});

import { bulkView } from './bulk.ts';
import { type Call, ownNamespace, seen } from './call.ts';
import { collectionView, findCollections } from './collections.ts';
import {
  connection,
  getConnection,
  type PageArgs,
  pageLength,
  readCursor,
  type View,
  writeCursor,
} from './connection.ts';
import { definitionView } from './definition-view.ts';
import { listDefinitions } from './definitions.ts';
import { badInput, notImplemented } from './errors.ts';
import { fulfillmentOrderView } from './fulfillment-order-view.ts';
import { fulfillmentView } from './fulfillment-view.ts';
import { idOf, parseGid } from './gid.ts';
import { lineView } from './line-view.ts';
import { allLocations, findLocation } from './locations.ts';
import { findMarket, findPriceList, listMarkets } from './markets.ts';
import type { Docs, Kind, OrderDoc, ProductDoc } from './model.ts';
import { seenFulfillments } from './order-facts.ts';
import { orderView } from './order-view.ts';
import { parseProductSearch } from './product-search.ts';
import { customKey, type Identifier } from './product-set.ts';
import { inventoryItemView, productView, variantView } from './product-view.ts';
import { parseSearch } from './search.ts';
import { installationView, locationView, primaryLocationView, publicationView, shopView } from './shop-view.ts';
import { operationView, webhookView } from './small-views.ts';

type Args = Record<string, unknown>;
type Root = Record<string, (args: never, call: Call) => unknown>;

interface ListArgs extends PageArgs {
  query?: string | null;
  sortKey?: string;
}

const SORTS: Record<string, 'id' | 'updated_at'> = {
  ID: 'id',
  CREATED_AT: 'id',
  PROCESSED_AT: 'id',
  UPDATED_AT: 'updated_at',
};

const EVERYTHING = 100_000;

/** A page cut in the store: the cursor is the last row's place in the order asked for. */
function storedPage<K extends 'order' | 'product'>(
  call: Call,
  kind: K,
  args: ListArgs,
  view: (doc: Docs[K]) => View,
  fits?: (doc: Docs[K]) => boolean,
): View {
  const by = SORTS[args.sortKey ?? 'ID'];
  if (!by) throw notImplemented(`sorting by ${args.sortKey}`);
  if (args.reverse) throw notImplemented('reverse order here');
  const limit = pageLength(args);
  const after = args.after ? (readCursor(args.after) as { updatedAt: string; id: number }) : undefined;
  if (after && (typeof after.updatedAt !== 'string' || typeof after.id !== 'number')) {
    throw badInput('Invalid cursor for current pagination sort.');
  }
  const bounds = fits ? [] : parseSearch(args.query);
  const most = fits ? EVERYTHING : limit + 1;
  const found = call.store.list(call.seed.shop, kind, { by, bounds, after, limit: most, hidden: call.hidden });
  const docs = fits ? found.filter(fits) : found;
  const nodes = docs.slice(0, limit).map((doc) => ({
    view: view(doc),
    cursor: writeCursor({ updatedAt: doc.updatedAt, id: doc.id }),
  }));
  return getConnection(nodes, docs.length > limit, after !== undefined);
}

const all = <K extends Kind>(call: Call, kind: K): Docs[K][] =>
  call.store.list(call.seed.shop, kind, { by: 'id', limit: EVERYTHING, hidden: call.hidden });

export function findProduct(call: Call, identifier: Identifier): ProductDoc | undefined {
  const { seed, store } = call;
  if (identifier.id) return seen(call, 'product', idOf('Product', identifier.id));
  if (identifier.handle) return seen(call, 'product', store.byKey(seed.shop, 'handle', identifier.handle));
  if (!identifier.customId) return undefined;
  const { key, namespace, value } = identifier.customId;
  const space = namespace ?? ownNamespace(call.clientId);
  return seen(call, 'product', store.byKey(seed.shop, 'custom', customKey(space, key, value)));
}

/** The document of which a part is asked for, e.g. the product of a variant. */
function ownerOf<K extends 'order' | 'product'>(call: Call, kind: K, key: string, id: number): Docs[K] | undefined {
  return seen(call, kind, call.store.byKey(call.seed.shop, key, String(id)));
}

const partOf: Record<string, (call: Call, id: number) => View | undefined> = {
  Product: (call, id) => {
    const product = seen(call, 'product', id);
    return product && productView(call, product);
  },
  ProductVariant: (call, id) => {
    const product = ownerOf(call, 'product', 'variant', id);
    const variant = product?.variants.find((one) => one.id === id);
    return product && variant && variantView(call, product, variant);
  },
  InventoryItem: (call, id) => {
    const product = ownerOf(call, 'product', 'item', id);
    const variant = product?.variants.find((one) => one.itemId === id);
    return product && variant && inventoryItemView(call, product, variant);
  },
  Order: (call, id) => {
    const order = seen(call, 'order', id);
    return order && orderView(call, order);
  },
  Fulfillment: (call, id) => {
    const order = ownerOf(call, 'order', 'fulfillment', id);
    const one = order && seenFulfillments(call, order).find((candidate) => candidate.id === id);
    return order && one && fulfillmentView(call, order, one, () => orderView(call, order));
  },
  FulfillmentOrder: (call, id) => {
    const order: OrderDoc | undefined = ownerOf(call, 'order', 'fulfillment-order', id);
    const one = order?.fulfillmentOrders.find((candidate) => candidate.id === id);
    return order && one && fulfillmentOrderView(call, order, one, () => orderView(call, order));
  },
  LineItem: (call, id) => {
    const order = ownerOf(call, 'order', 'line', id);
    const line = order?.lines.find((one) => one.id === id);
    return order && line && lineView(call, order, line);
  },
  Collection: (call, id) => {
    const collection = seen(call, 'collection', id);
    return collection && collectionView(call, collection);
  },
  Location: (call, id) => {
    const location = findLocation(call, id);
    return location && locationView(location);
  },
  ProductSetOperation: (call, id) => {
    const operation = seen(call, 'operation', id);
    return operation && operationView(call, operation);
  },
  BulkOperation: (call, id) => {
    const bulk = seen(call, 'bulk', id);
    return bulk && bulk.clientId === call.clientId ? bulkView(call, bulk) : undefined;
  },
  WebhookSubscription: (call, id) => {
    const hook = seen(call, 'webhook', id);
    return hook && hook.clientId === call.clientId ? webhookView(hook) : undefined;
  },
};

function node(call: Call, id: unknown): View | null {
  const parsed = parseGid(id);
  if (!parsed) throw badInput(`Invalid global id '${String(id)}'`);
  const read = partOf[parsed.type];
  if (!read) throw notImplemented(`node of type ${parsed.type}`);
  return read(call, parsed.id) ?? null;
}

/** One thing by its global id, which must be of its type. */
const byId = (type: string) => (args: Args, call: Call) => {
  const id = idOf(type, args.id);
  if (id === undefined) throw badInput(`Invalid global id '${String(args.id)}'`);
  return partOf[type]?.(call, id) ?? null;
};

export const rootQuery: Root = {
  shop: (_args, call) => shopView(call),
  currentAppInstallation: (_args, call) => installationView(call),
  location: (args: Args, call) =>
    args.id === undefined || args.id === null ? primaryLocationView(call) : byId('Location')(args, call),
  locations: (args: PageArgs & { includeInactive?: boolean | null }, call) =>
    connection(
      allLocations(call).filter((one) => one.isActive || args.includeInactive),
      args,
      locationView,
    ),
  publications: (args: PageArgs & { catalogType?: string }, call) =>
    connection(!args.catalogType || args.catalogType === 'APP' ? call.seed.publications : [], args, publicationView),
  node: (args: Args, call) => node(call, args.id),
  nodes: (args: { ids: string[] }, call) => {
    if (args.ids.length > 250) throw badInput('The input array size is greater than the maximum allowed of 250');
    return args.ids.map((id) => node(call, id));
  },
  collection: byId('Collection'),
  collections: (args: PageArgs & { query?: string | null }, call) =>
    connection(findCollections(call, args.query), args, (one) => collectionView(call, one)),
  market: (args: { id: string }, call) => findMarket(call, args.id),
  markets: (args: PageArgs & { type?: string | null }, call) => listMarkets(call, args),
  priceList: (args: { id: string }, call) => findPriceList(call, args.id),
  product: byId('Product'),
  productVariant: byId('ProductVariant'),
  inventoryItem: byId('InventoryItem'),
  order: byId('Order'),
  fulfillment: byId('Fulfillment'),
  fulfillmentOrder: byId('FulfillmentOrder'),
  webhookSubscription: byId('WebhookSubscription'),
  bulkOperation: byId('BulkOperation'),
  productOperation: byId('ProductSetOperation'),
  productByIdentifier: (args: { identifier: Identifier }, call) => {
    const product = findProduct(call, args.identifier);
    return product ? productView(call, product) : null;
  },
  products: (args: ListArgs, call) =>
    storedPage(call, 'product', args, (doc) => productView(call, doc), parseProductSearch(args.query)),
  orders: (args: ListArgs, call) => storedPage(call, 'order', args, (doc) => orderView(call, doc)),
  ordersCount: (args: { query?: string | null; limit?: number | null }, call) => {
    const limit = args.limit ?? Number.MAX_SAFE_INTEGER;
    const bounds = parseSearch(args.query);
    const found = call.store.list(call.seed.shop, 'order', { by: 'id', bounds, limit: limit + 1, hidden: call.hidden });
    return { count: Math.min(limit, found.length), precision: found.length > limit ? 'AT_LEAST' : 'EXACT' };
  },
  webhookSubscriptions: (args: PageArgs & { uri?: string | null; topics?: string[] | null }, call) =>
    connection(
      all(call, 'webhook').filter(
        (hook) =>
          hook.clientId === call.clientId &&
          (!args.uri || hook.uri === args.uri) &&
          (!args.topics?.length || args.topics.includes(hook.topic)),
      ),
      args,
      webhookView,
    ),
  metafieldDefinitions: (
    args: PageArgs & { ownerType: string; namespace?: string | null; key?: string | null },
    call,
  ) =>
    connection(
      listDefinitions(call).filter(
        (one) =>
          one.ownerType === args.ownerType &&
          (!args.namespace || one.namespace === args.namespace) &&
          (!args.key || one.key === args.key),
      ),
      args,
      definitionView,
    ),
};

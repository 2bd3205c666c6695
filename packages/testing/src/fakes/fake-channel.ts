import {
  type ChannelConnector,
  type ConnectorContext,
  ConnectorError,
  type ConnectorErrorKind,
  type HeldMetafield,
  type KeptFields,
  keepsOfVariant,
  type Listed,
  type ListingInput,
  type MarketPriceChange,
  type MarketPricesWritten,
  type MetafieldRecord,
  type MetafieldValue,
  metafieldId,
  metafieldPrint,
  NOTHING_KEPT,
  planCollections,
  planMetafields,
  type RejectionCode,
  type StockMove,
  type StoreCollection,
  type StoreFacts,
  type StoreFields,
  type StoreLocation,
  type StoreMarket,
  type StoreMetafieldDefinition,
} from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { fakeManifest } from './fake-manifest.ts';

export interface FakeChannel extends ChannelConnector {
  /** What was really done, as the store's own books tell. */
  listings: Map<string, { input: ListingInput; externalId: string; fields: StoreFields }>;
  /** Collections that the store has, and which of them products are in, by the store's id. */
  collections: StoreCollection[];
  members: Map<string, { there: string[]; put: string[] }>;
  /** Collections that the store refuses to change by hand. */
  fixedCollections: Set<string>;
  /** Metafields that the store defines, and which products have, by the store's id of the product. */
  definitions: StoreMetafieldDefinition[];
  metafields: Map<string, { there: Map<string, MetafieldValue>; put: MetafieldRecord }>;
  /** Stock in the store by our variant id; null: not tracked. */
  stock: Map<string, number | null>;
  /** Locations of the store; none: it has a single one, which can’t be chosen. */
  locations: StoreLocation[];
  /** Stock by our variant id and location, where the store has locations. */
  levels: Map<string, Map<string, number>>;
  /** Markets of the store, and the fixed prices of their price lists, by price list and variant. */
  markets: StoreMarket[];
  fixedPrices: Map<string, Map<string, { price: number; compareAt: number | null }>>;
  /** Variants whose prices the store refuses. */
  refusedPrices: Set<string>;
  /** The merchant edits a product in the store's own admin. */
  edit(externalId: string, change: (fields: StoreFields) => void): void;
  calls: string[];
  /** The next calls of a method fail with these, one each; `after` means: after the effect. */
  fail(
    method: string,
    kind: ConnectorErrorKind,
    options?: { code?: RejectionCode; after?: boolean; times?: number; retryAfterMs?: number },
  ): void;
  /** Keys that the store takes. */
  goodKey: string;
  facts: StoreFacts;
  /** Where it sends its webhooks. */
  hooks: Set<string>;
  /** Whether the store still grants us access. */
  installed: boolean;
  /** Every call waits for it. */
  held: Promise<unknown> | undefined;
  /** The most calls that ran at the same time. */
  busiest: number;
}

interface Fault {
  kind: ConnectorErrorKind;
  code?: RejectionCode;
  after: boolean;
  retryAfterMs?: number;
}

/** Stores reword descriptions: this one closes them with a line break. */
const fieldsOf = (input: ListingInput): StoreFields => ({
  product: {
    title: input.title,
    descriptionHtml: `${input.descriptionHtml}\n`,
    status: input.status,
    ...(input.seo ? { seoTitle: input.seo.title, seoDescription: input.seo.description } : {}),
    ...input.dimensions,
  },
  variants: Object.fromEntries(
    input.variants.map((variant) => [
      variant.ref,
      {
        price: variant.price.amount,
        compareAtPrice: variant.compareAtPrice?.amount ?? null,
        sku: variant.sku,
        ...(variant.weightGrams === undefined ? {} : { weightGrams: variant.weightGrams }),
        sellsOutOfStock: input.allowSellOutOfStock,
      },
    ]),
  ),
});

/** The fields after an update: what is kept stays, the rest is the input's. */
function mergedFields(before: StoreFields, input: ListingInput, kept: KeptFields): StoreFields {
  const next = fieldsOf(input);
  const merge = <F extends object>(old: F | undefined, fresh: F, keeps: ReadonlySet<unknown>): F =>
    Object.fromEntries(
      Object.entries(fresh).map(([field, value]) => [field, old && keeps.has(field) ? old[field as keyof F] : value]),
    ) as F;
  return {
    product: merge(before.product, next.product, kept.product),
    variants: Object.fromEntries(
      Object.entries(next.variants).map(([ref, fields]) => [
        ref,
        merge(before.variants[ref], fields, keepsOfVariant(kept, ref)),
      ]),
    ),
  };
}

/** A store in memory that keeps books, and fails when told. `reads`: it answers what it holds of many listings. */
export function fakeChannel(id = 'woocommerce', { reads = false } = {}): FakeChannel {
  const faults = new Map<string, Fault[]>();
  let running = 0;
  let nextId = 100;

  async function call<T>(method: string, effect: () => T): Promise<T> {
    self.calls.push(method);
    running += 1;
    self.busiest = Math.max(self.busiest, running);
    try {
      await self.held;
      const fault = faults.get(method)?.shift();
      const result = fault && !fault.after ? undefined : effect();
      if (fault) throw new ConnectorError(fault.kind, 'as the test asked', fault);
      return result as T;
    } finally {
      running -= 1;
    }
  }

  /** Moves a product between collections, as the connectors do. */
  function move(externalId: string, { collections: wanted }: ListingInput): Pick<Listed, 'collections'> {
    if (!wanted) return {};
    const { there, put } = self.members.get(externalId) ?? { there: [], put: [] };
    const known = new Set(self.collections.map((one) => one.id));
    const ids = wanted.ids.filter((id) => known.has(id));
    const plan = planCollections({ ...wanted, ids }, put, there);
    const isFixed = (id: string) => self.fixedCollections.has(id);
    const [join, leave] = [plan.join, plan.leave].map((some) => some.filter((id) => !isFixed(id)));
    const now = [...there.filter((id) => !leave?.includes(id)), ...(join ?? [])];
    const refused = [...plan.join, ...plan.leave].filter(isFixed);
    const kept = [...plan.put.filter((id) => !refused.includes(id)), ...plan.leave.filter(isFixed)];
    self.members.set(externalId, { there: now, put: kept });
    return {
      collections: {
        joined: ids.filter((id) => now.includes(id)),
        left: plan.left,
        gone: wanted.ids.filter((id) => !known.has(id)),
        refused: refused.map((id) => ({ id, reason: "Can't be changed by hand" })),
      },
    };
  }

  /** Writes metafields, as the connectors do: of those that the store defines. */
  function write(externalId: string, input: ListingInput, isNew = false): Pick<Listed, 'metafields'> {
    if (!input.metafields) return {};
    const wanted = isNew ? { ...input.metafields, known: {} } : input.metafields;
    const { there, put } = self.metafields.get(externalId) ?? { there: new Map<string, MetafieldValue>(), put: {} };
    const defined = new Set(self.definitions.map(metafieldId));
    const held = [...there].map(([id, one]): [string, HeldMetafield] => [
      id,
      { ...one, digest: one.value, isDefined: defined.has(id) },
    ]);
    const plan = planMetafields(wanted, put, new Map(held));
    const record = { ...plan.record };
    const outcomes = [...plan.outcomes];
    for (const { field } of plan.set) {
      const id = metafieldId(field);
      if (!defined.has(id)) outcomes.push({ id, state: 'gone' });
      else if (field.value.includes('refuse me')) outcomes.push({ id, state: 'refused', reason: 'Not like this.' });
      else {
        there.set(id, field);
        record[id] = { sent: metafieldPrint(field) };
        outcomes.push({ id, state: 'same' });
      }
    }
    for (const field of plan.remove) there.delete(metafieldId(field));
    self.metafields.set(externalId, { there, put: record });
    return { metafields: outcomes };
  }

  const levelsOf = (ref: string): Map<string, number> => {
    const known = self.levels.get(ref) ?? new Map<string, number>();
    self.levels.set(ref, known);
    return known;
  };

  /** Where stock goes; undefined: the chosen location can't be used. */
  async function stockLocation(ctx: ConnectorContext | undefined): Promise<string | undefined> {
    const chosen = ctx?.stockLocation;
    if (!chosen) return self.locations.find((one) => one.isDefault)?.id;
    const there = self.locations.find((one) => one.id === chosen.id);
    const state = there === undefined ? 'deleted' : there.isActive ? 'active' : 'inactive';
    if (state !== chosen.state) await chosen.report(state);
    return state === 'active' ? chosen.id : undefined;
  }

  /** Sets the stock of a listing, where the store has locations. */
  async function stockUp(
    ctx: ConnectorContext | undefined,
    { variants }: ListingInput,
    keeps: (ref: string) => boolean = () => false,
  ): Promise<Pick<Listed, 'leftStock'>> {
    if (self.locations.length === 0) return {};
    const at = await stockLocation(ctx);
    if (at === undefined) return { leftStock: true };
    for (const { ref, quantity } of variants)
      if (quantity !== undefined && !keeps(ref)) levelsOf(ref).set(at, quantity);
    return {};
  }

  /** Fixed prices of a price list. */
  function fixedIn(priceListId: string, currency: string | undefined) {
    const list = self.markets.flatMap((one) => one.priceLists).find((one) => one.id === priceListId);
    if (!list || (currency !== undefined && list.currency !== currency))
      throw new ConnectorError('rejected', 'no such price list', { code: 'price_list_gone' });
    const fixed = self.fixedPrices.get(priceListId) ?? new Map<string, { price: number; compareAt: number | null }>();
    self.fixedPrices.set(priceListId, fixed);
    return fixed;
  }

  function writeFixed({ priceListId, set, remove }: MarketPriceChange): MarketPricesWritten {
    const fixed = fixedIn(priceListId, set[0]?.price.currency);
    const taken = set.filter((one) => !self.refusedPrices.has(one.externalVariantId));
    for (const { externalVariantId, price, compareAtPrice } of taken)
      fixed.set(externalVariantId, { price: price.amount, compareAt: compareAtPrice?.amount ?? null });
    for (const id of remove) fixed.delete(id);
    const refused = set
      .filter((one) => !taken.includes(one))
      .map((one) => [one.externalVariantId, 'Not this one.'] as const);
    return { written: taken, refused: new Map(refused) };
  }

  /** What moves were written under which key. */
  const written = new Set<string>();
  function moveStock(moves: readonly StockMove[], key: string): boolean {
    if (written.has(key)) return true;
    if (moves.some((move) => !self.locations.find((one) => one.id === move.locationId)?.isActive))
      throw new ConnectorError('rejected', 'no such location', { code: 'stock_location_gone' });
    const level = (move: StockMove) => levelsOf(move.externalInventoryItemId).get(move.locationId) ?? null;
    if (moves.some((move) => level(move) !== move.from)) return false;
    for (const { externalInventoryItemId, locationId, to } of moves)
      levelsOf(externalInventoryItemId).set(locationId, to);
    written.add(key);
    return true;
  }

  const listedOf = (externalId: string, input: ListingInput): Listed => ({
    externalProductId: externalId,
    holds: structuredClone(
      [...self.listings.values()].find((one) => one.externalId === externalId)?.fields ?? fieldsOf(input),
    ),
    url: `https://shop.example.com/p/${externalId}`,
    variants: input.variants.map((variant, at) => ({
      ref: variant.ref,
      externalVariantId: `${externalId}-${at + 1}`,
      sku: variant.sku,
    })),
  });
  /** Our id of a variant that the store knows by this one. */
  const refOf = (externalVariantId: string): string => {
    const [externalId, at] = externalVariantId.split('-');
    const known = [...self.listings.values()].find((one) => one.externalId === externalId);
    return known?.input.variants[Number(at) - 1]?.ref ?? '';
  };
  const has = (credentials: Record<string, string>): void => {
    if (credentials.key !== self.goodKey) throw new ConnectorError('auth', 'the key is not known');
  };

  const manifest = fakeManifest(id, id === 'shopify' ? 'Shopify' : 'WooCommerce');
  const self: FakeChannel = {
    ...manifest,
    addressExample: 'shop.example.com',
    connect: {
      ...manifest.connect,
      browser: { keysComeBy: id === 'shopify' ? 'redirect' : 'post' },
    },
    webhooks: { needsHttps: id === 'shopify', signedWith: id === 'shopify' ? 'app' : 'connection' },
    capabilities: {
      publications: id === 'shopify',
      maxVariants: 2048,
      partialFulfillment: true,
      refunds: true,
      ...(id === 'woocommerce' ? { recordsRefunds: true as const } : {}),
      orderNotes: { kind: id === 'shopify' ? 'replace' : 'add', longest: 5000 },
      ...(id === 'shopify' ? { orderTags: { most: 250, longest: 40 } } : {}),
      collections: true,
      metafields: true,
      writesLastMs: 15_000,
    },
    listings: new Map(),
    collections: [],
    members: new Map(),
    fixedCollections: new Set(),
    definitions: [],
    metafields: new Map(),
    stock: new Map(),
    locations: [],
    markets: [],
    fixedPrices: new Map(),
    refusedPrices: new Set(),
    levels: new Map(),
    calls: [],
    goodKey: 'good',
    facts: {
      platformDomain: 'shop.example.com',
      name: 'A shop',
      currency: 'USD',
      scopes: [],
      missingScopes: [],
    },
    hooks: new Set(),
    installed: true,
    held: undefined,
    busiest: 0,
    fail(method, kind, options = {}) {
      const list = faults.get(method) ?? [];
      for (let n = 0; n < (options.times ?? 1); n += 1) list.push({ kind, after: false, ...options });
      faults.set(method, list);
    },
    normalizeAddress(typed) {
      if (!typed.includes('.')) throw new ConnectorError('rejected', 'no address', { code: 'invalid_input' });
      const baseUrl = typed.includes('://') ? typed : `https://${typed}`;
      return { baseUrl, platformDomain: baseUrl.replace(/^https?:\/\//, '') };
    },
    authorizeUrl: ({ baseUrl, state, returnUrl, callbackUrl }) =>
      `${baseUrl}/authorize?${new URLSearchParams({ state, returnUrl, callbackUrl })}`,
    async finishAuthorize(_http, { expectedState, query, rawBody }) {
      if (rawBody) return JSON.parse(rawBody.toString('utf8')) as Record<string, string>;
      if (query.state !== expectedState || query.code !== 'right') throw new ConnectorError('auth', 'wrong code');
      return { key: self.goodKey };
    },
    verify: (ctx) =>
      call('verify', () => {
        has(ctx.credentials);
        return { ...self.facts };
      }),
    createListing: async (ctx, input) => {
      const listed = await call('createListing', () => {
        if (self.listings.has(input.ref))
          throw new ConnectorError('rejected', 'there already', { code: 'already_exists' });
        nextId += 1;
        const externalId = String(nextId);
        self.listings.set(input.ref, { input, externalId, fields: fieldsOf(input) });
        for (const { ref, quantity } of input.variants) self.stock.set(ref, quantity ?? null);
        return { ...listedOf(externalId, input), ...move(externalId, input), ...write(externalId, input, true) };
      });
      return { ...listed, ...(await stockUp(ctx, input)) };
    },
    findListing: (_ctx, { ref }) =>
      call('findListing', () => {
        const known = self.listings.get(ref);
        return known ? listedOf(known.externalId, known.input) : undefined;
      }),
    updateListing: async (ctx, externalProductId, input, chooseKept) => {
      let kept = NOTHING_KEPT;
      const listed = await call('updateListing', () => {
        const known = [...self.listings.values()].find((one) => one.externalId === externalProductId);
        if (!known) throw new ConnectorError('not-found', 'no such product');
        kept = chooseKept?.(structuredClone(known.fields)) ?? NOTHING_KEPT;
        known.fields = mergedFields(known.fields, input, kept);
        known.input = input;
        return {
          ...listedOf(externalProductId, input),
          ...move(externalProductId, input),
          ...write(externalProductId, input),
        };
      });
      return { ...listed, ...(await stockUp(ctx, input, (ref) => keepsOfVariant(kept, ref).has('quantity'))) };
    },
    edit(externalId, change) {
      const known = [...self.listings.values()].find((one) => one.externalId === externalId);
      if (!known) throw new Error(`no product ${externalId}`);
      change(known.fields);
    },
    deleteListing: (_ctx, externalProductId) =>
      call('deleteListing', () => {
        for (const [ref, one] of self.listings) if (one.externalId === externalProductId) self.listings.delete(ref);
      }),
    setStock: (_ctx, items) =>
      call('setStock', () => {
        for (const { ref, quantity } of items) self.stock.set(ref, quantity);
      }),
    readStock: (_ctx, items) =>
      call('readStock', () => new Map(items.map(({ ref }) => [ref, self.stock.get(ref) ?? null]))),
    readMarkets: () => call('readMarkets', () => structuredClone(self.markets)),
    readMarketPrices: (_ctx, { priceListId, currency, externalProductIds }) =>
      call('readMarketPrices', () => {
        const fixed = fixedIn(priceListId, currency);
        const products = [...self.listings.values()].filter((one) => externalProductIds.includes(one.externalId));
        return products.flatMap(({ externalId, input }) =>
          listedOf(externalId, input).variants.map(({ externalVariantId, ref }) => {
            const own = fixed.get(externalVariantId);
            const amount = own?.price ?? input.variants.find((one) => one.ref === ref)?.price.amount ?? 0;
            const compare = own?.compareAt ?? null;
            return {
              externalVariantId,
              price: money(amount, currency),
              compareAtPrice: compare === null ? null : money(compare, currency),
              isFixed: own !== undefined,
            };
          }),
        );
      }),
    writeMarketPrices: (_ctx, change) => call('writeMarketPrices', () => writeFixed(change)),
    readLocations: () => call('readLocations', () => structuredClone(self.locations)),
    readStockAt: (_ctx, items, locationIds) =>
      call(
        'readStockAt',
        () =>
          new Map(
            items.map(({ externalVariantId }) => {
              const id = refOf(externalVariantId);
              const active = (at: string) => self.locations.some((one) => one.id === at && one.isActive);
              const level = (at: string) => (active(at) ? (levelsOf(id).get(at) ?? null) : null);
              return [
                items.find((one) => one.externalVariantId === externalVariantId)?.ref ?? '',
                { externalInventoryItemId: id, levels: new Map(locationIds.map((at) => [at, level(at)])) },
              ] as const;
            }),
          ),
      ),
    moveStock: (_ctx, moves, key) => call('moveStock', () => moveStock(moves, key)),
    changeListing: (_ctx, { externalProductId, status, prices }) =>
      call('changeListing', () => {
        const known = [...self.listings.values()].find((one) => one.externalId === externalProductId);
        if (!known) throw new ConnectorError('not-found', 'no such product');
        if (status) known.fields.product.status = status;
        for (const { externalVariantId, price, compareAtPrice } of prices) {
          const at = Number(externalVariantId.split('-')[1]) - 1;
          const fields = known.fields.variants[known.input.variants[at]?.ref ?? ''];
          if (!fields) throw new ConnectorError('rejected', 'no such variant', { code: 'other' });
          fields.price = price.amount;
          if (compareAtPrice !== undefined) fields.compareAtPrice = compareAtPrice?.amount ?? null;
        }
      }),
    readCollections: () => call('readCollections', () => structuredClone(self.collections)),
    readMetafieldDefinitions: () => call('readMetafieldDefinitions', () => structuredClone(self.definitions)),
    readMetafields: (_ctx, { externalProductIds, ids }) =>
      call(
        'readMetafields',
        () =>
          new Map(
            externalProductIds.map((id) => [
              id,
              [...(self.metafields.get(id)?.there.values() ?? [])].filter((one) => ids.includes(metafieldId(one))),
            ]),
          ),
      ),
    publications: () => call('publications', () => [{ id: 'p1', handle: 'online_store', name: 'Online Store' }]),
    productPublications: () =>
      call('productPublications', () => [{ id: 'p1', handle: 'online_store', name: 'Online Store', published: true }]),
    listOrders: () => call('listOrders', () => ({ items: [] })),
    getOrder: () => call('getOrder', () => undefined),
    orderStates: () => call('orderStates', () => []),
    createFulfillment: () =>
      call('createFulfillment', () => ({ externalFulfillmentId: 'f', trackingNumbers: [], lines: [] })),
    listFulfillments: () => call('listFulfillments', () => []),
    updateTracking: () => call('updateTracking', () => 'done' as const),
    findTracking: () => call('findTracking', () => 'pending' as const),
    readOrderNotes: () => call('readOrderNotes', () => undefined),
    writeOrderNote: () => call('writeOrderNote', () => ({})),
    ensureWebhooks: (_ctx, { address }) =>
      call('ensureWebhooks', () => {
        const missing = self.hooks.has(address) ? 0 : 1;
        self.hooks.add(address);
        return { missing };
      }),
    removeWebhooks: (_ctx, { address }) =>
      call('removeWebhooks', () => {
        self.hooks.delete(address);
      }),
    isInstalled: () => call('isInstalled', () => self.installed),
    verifyWebhook({ headers, body }, { webhookSecret, platformDomain }) {
      if ((headers.shop ?? platformDomain) !== platformDomain)
        throw new ConnectorError('rejected', 'it names another shop', { code: 'bad_signature' });
      if (headers.signature !== `signed with ${webhookSecret}`) throw new ConnectorError('rejected', 'wrong signature');
      const {
        kind,
        id: resourceId,
        event,
      } = JSON.parse(body.toString('utf8')) as {
        kind: 'order' | 'app-uninstalled' | 'ping';
        id?: string;
        event: string;
      };
      return { kind, topic: kind, dedupeKey: event, ...(resourceId ? { resourceId } : {}) };
    },
  };
  if (!reads) return self;
  return Object.assign(self, {
    isListingGone: (_ctx, externalProductId) =>
      call('isListingGone', () => ![...self.listings.values()].some((one) => one.externalId === externalProductId)),
    readListings: (_ctx, listings) =>
      call(
        'readListings',
        () =>
          new Map(
            listings.flatMap(({ externalProductId: id }) => {
              const known = [...self.listings.values()].find((one) => one.externalId === id);
              return known ? [[id, structuredClone(known.fields)] as const] : [];
            }),
          ),
      ),
  } satisfies Partial<ChannelConnector>);
}

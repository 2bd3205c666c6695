import type { ListingInput } from '@quayside/connector-kit';
import { documents, SCOPES } from '@quayside/connector-shopify';
import { bulkOrdersQuery } from '@quayside/connector-shopify/documents.ts';
import {
  type ProductInput,
  productInput,
  putMetafield,
  refDefinition,
  refIdentifier,
} from '@quayside/connector-shopify/map-product.ts';
import { mergeProduct, putOfNew } from '@quayside/connector-shopify/put.ts';
import { refundLines, refundTransactions } from '@quayside/connector-shopify/refunds.ts';
import { money } from '@quayside/kernel';
import { requestedCost } from '@quayside/sandbox/shopify/cost.ts';
import { adminSchema } from '@quayside/sandbox/shopify/schema.ts';
import { covers, SCOPES_OF_TYPE } from '@quayside/sandbox/shopify/scopes.ts';
import {
  type FragmentDefinitionNode,
  getNamedType,
  getVariableValues,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { getListing } from './channel-world.ts';

const schema = adminSchema();
const all = Object.entries(documents);

const split = (text: string) => {
  const { definitions } = parse(text);
  const operation = definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('no operation');
  const fragments = definitions.filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION);
  return { operation, fragments: Object.fromEntries(fragments.map((one) => [one.name.value, one])) };
};

const listing = getListing(
  [
    { name: 'Colour', values: ['Sand', 'Slate'] },
    { name: 'Size', values: ['S', 'M'] },
  ],
  'USD',
  { images: [{ url: 'https://pictures.example/a.jpg', alt: 'Front' }], vendor: 'Harbour', productType: 'Bowl' },
);
const plain = getListing([], 'USD');
const rich = {
  ...listing,
  variants: listing.variants.map((variant) => ({
    ...variant,
    compareAtPrice: money(5000, 'USD'),
    weightGrams: 420,
    barcode: '4006381333931',
    imageUrl: 'https://pictures.example/b.png',
  })),
};
const given = { locationId: 'gid://shopify/Location/1' };
const there = new Map(
  rich.variants.map((variant, at) => [
    variant.ref,
    {
      id: `gid://shopify/ProductVariant/${at + 1}`,
      sku: variant.sku,
      price: '10.00',
      inventoryPolicy: 'DENY',
      selectedOptions: [{ name: 'Material', value: 'Oak' }],
      inventoryItem: { id: `gid://shopify/InventoryItem/${at + 1}` },
    },
  ]),
);
const putOf = (input: ListingInput) => putMetafield('gid://shopify/Product/1', { ...putOfNew(input), variants: [1] });
const merged = (input: ListingInput) =>
  mergeProduct(
    input,
    {
      tags: ['theirs'],
      productType: '',
      options: [{ id: 'gid://shopify/ProductOption/1', name: 'Material', optionValues: [{ name: 'Oak' }] }],
      variants: [...there.values()],
    },
    new Set(),
  );
const withRef = (input: ProductInput, ref: string) => ({
  ...input,
  metafields: [{ key: 'quayside_ref', type: 'id', value: ref }],
});
const sale = {
  id: 'gid://shopify/OrderTransaction/1',
  kind: 'SALE',
  status: 'SUCCESS',
  gateway: 'bogus',
  parentTransaction: null,
  amountSet: { shopMoney: { amount: '40.00', currencyCode: 'USD' } },
};

/** What the connector really sends, made by its own mappers. */
const variables: Record<keyof typeof documents, object[]> = {
  shop: [{}],
  publications: [{ after: null }],
  catalog: [{ first: 10, variants: 10, media: 10, after: null }],
  catalogProducts: [
    { ids: Array.from({ length: 10 }, (_none, at) => `gid://shopify/Product/${at}`), variants: 10, media: 10 },
  ],
  catalogSearch: [{ first: 50, after: null, query: '(title:bowl*) OR sku:"B-1"' }],
  catalogVariants: [{ id: 'gid://shopify/Product/1', first: 100, after: null }],
  catalogMedia: [{ id: 'gid://shopify/Product/1', first: 100, after: null }],
  fullProduct: [{ id: 'gid://shopify/Product/1', variants: 100 }],
  productPublications: [{ id: 'gid://shopify/Product/1', after: null }],
  primaryLocation: [{}],
  defineRef: [{ definition: refDefinition }],
  setProduct: [plain, listing, rich].flatMap((input) => [
    {
      identifier: refIdentifier(input.ref),
      input: withRef(productInput(input, given), input.ref),
      synchronous: true,
      variants: 4,
    },
    {
      identifier: { id: 'gid://shopify/Product/1' },
      input: productInput(input, { ...given, variants: there, merged: merged(input), mediaIds: new Map() }),
      synchronous: false,
      variants: 1,
    },
  ]),
  stageUploads: [
    { input: [{ resource: 'IMAGE', httpMethod: 'POST', filename: 'quayside-1.webp', mimeType: 'image/webp' }] },
  ],
  listings: [{ ids: ['gid://shopify/Product/1', 'gid://shopify/Product/2'], first: 7 }],
  listedVariants: [{ id: 'gid://shopify/Product/1', first: 100, after: null }],
  productOperation: [{ id: 'gid://shopify/ProductSetOperation/1' }],
  productByRef: [
    { identifier: refIdentifier('a'), variants: 3 },
    { identifier: { id: 'gid://shopify/Product/1' }, variants: 100 },
  ],
  productVariants: [{ id: 'gid://shopify/Product/1', first: 100, after: 'x' }],
  weighedVariants: [{ id: 'gid://shopify/Product/1', first: 100, after: 'x' }],
  productId: [{ identifier: refIdentifier('a') }],
  productToUpdate: [{ id: 'gid://shopify/Product/1', variants: 100 }],
  variantPictures: [{ id: 'gid://shopify/Product/1', after: null }],
  detachPictures: [
    {
      productId: 'gid://shopify/Product/1',
      variantMedia: [{ variantId: 'gid://shopify/ProductVariant/1', mediaIds: ['gid://shopify/MediaImage/1'] }],
    },
  ],
  recordPut: [{ metafields: [putOf(listing)] }],
  publishAndRecord: [
    {
      id: 'gid://shopify/Product/1',
      input: [{ publicationId: 'gid://shopify/Publication/1' }],
      metafields: [putOf(rich)],
    },
  ],
  productMedia: [{ id: 'gid://shopify/Product/1', after: null }],
  variantPrices: [
    {
      productId: 'gid://shopify/Product/1',
      variants: [{ id: 'gid://shopify/ProductVariant/1', price: '1.00', compareAtPrice: null }],
    },
  ],
  productStatus: [{ product: { id: 'gid://shopify/Product/1', status: 'DRAFT' } }],
  productPut: [{ id: 'gid://shopify/Product/1' }],
  collections: [{ query: 'collection_type:custom', after: null }],
  membership: [{ ids: ['gid://shopify/Collection/1'], productId: 'gid://shopify/Product/1' }],
  metafieldDefinitions: [{ after: null }],
  heldMetafields: [{ id: 'gid://shopify/Product/1', keys: ['custom.material'], first: 100 }],
  metafieldsOf: [
    { ids: Array.from({ length: 50 }, (_, at) => `gid://shopify/Product/${at}`), keys: ['custom.material'], first: 9 },
    { ids: Array.from({ length: 5 }, (_, at) => `gid://shopify/Product/${at}`), keys: ['custom.material'], first: 100 },
  ],
  setMetafields: [
    {
      metafields: [
        putOf(plain),
        ...Array.from({ length: 24 }, (_, at) => ({
          ownerId: 'gid://shopify/Product/1',
          namespace: 'custom',
          key: `field_${at}`,
          value: 'Oak',
          compareDigest: null,
        })),
      ],
    },
  ],
  removeMetafields: [
    {
      metafields: [{ ownerId: 'gid://shopify/Product/1', namespace: 'custom', key: 'material' }],
      record: [putOf(plain)],
    },
  ],
  moveCollections: [{ product: { id: 'gid://shopify/Product/1', collectionsToJoin: ['gid://shopify/Collection/1'] } }],
  moveAndRecord: [
    {
      product: {
        id: 'gid://shopify/Product/1',
        collectionsToJoin: ['gid://shopify/Collection/1'],
        collectionsToLeave: ['gid://shopify/Collection/2'],
      },
      metafields: [putMetafield('gid://shopify/Product/1', { ...putOfNew(plain), variants: [1], collections: ['a'] })],
    },
  ],
  markets: [{ after: null }],
  marketRegions: [{ id: 'gid://shopify/Market/1', after: null }],
  marketCatalogs: [{ id: 'gid://shopify/Market/1', after: null }],
  marketPrices: [
    {
      id: 'gid://shopify/PriceList/1',
      query: Array.from({ length: 50 }, (_, at) => `product_id:${8_000_000_000_000 + at}`).join(' OR '),
      first: 100,
      after: null,
    },
  ],
  setMarketPrices: [
    {
      id: 'gid://shopify/PriceList/1',
      prices: Array.from({ length: 250 }, (_, at) => ({
        variantId: `gid://shopify/ProductVariant/${at}`,
        price: { amount: '19.90', currencyCode: 'EUR' },
        compareAtPrice: { amount: '25.00', currencyCode: 'EUR' },
      })),
    },
  ],
  removeMarketPrices: [{ id: 'gid://shopify/PriceList/1', variantIds: ['gid://shopify/ProductVariant/1'] }],
  stockLocation: [{ id: 'gid://shopify/Location/1' }],
  locations: [{ after: null }],
  activateInventory: [
    { inventoryItemId: 'gid://shopify/InventoryItem/1', locationId: 'gid://shopify/Location/1', key: 'k' },
  ],
  stockLevels: [{ ids: ['gid://shopify/InventoryItem/1'], locationId: 'gid://shopify/Location/1' }],
  variantImages: [
    {
      productId: 'gid://shopify/Product/1',
      variants: [{ id: 'gid://shopify/ProductVariant/1', mediaId: 'gid://shopify/MediaImage/1' }],
    },
  ],
  publish: [{ id: 'gid://shopify/Product/1', input: [{ publicationId: 'gid://shopify/Publication/1' }] }],
  deleteProduct: [{ input: { id: 'gid://shopify/Product/1' } }],
  inventoryItems: [{ ids: ['gid://shopify/ProductVariant/1'] }],
  setQuantities: [
    {
      key: 'k',
      input: {
        name: 'available',
        reason: 'correction',
        quantities: [{ inventoryItemId: 'i', locationId: 'l', quantity: 3, changeFromQuantity: null }],
      },
    },
  ],
  orders: [{ query: "updated_at:>='2026-01-01T00:00:00.000Z'", first: 6, lines: 6, after: null }],
  ordersCount: [{ query: "updated_at:>='2026-01-01T00:00:00.000Z'", limit: 250 }],
  runBulk: [{ query: bulkOrdersQuery('2026-01-01T00:00:00.000Z') }],
  bulk: [{ id: 'gid://shopify/BulkOperation/1' }],
  order: [{ id: 'gid://shopify/Order/1', lines: 20 }],
  orderLines: [{ id: 'gid://shopify/Order/1', first: 50, after: 'x' }],
  orderStates: [{ ids: Array.from({ length: 100 }, (_, at) => `gid://shopify/Order/${at + 1}`) }],
  orderOfFulfillmentOrder: [{ id: 'gid://shopify/FulfillmentOrder/1' }],
  fulfillments: [{ id: 'gid://shopify/Order/1', first: 250 }],
  fulfillmentLines: [{ id: 'gid://shopify/Fulfillment/1', after: null }],
  fulfillmentOrders: [{ id: 'gid://shopify/Order/1', after: null }],
  fulfillmentOrderLines: [{ id: 'gid://shopify/FulfillmentOrder/1', after: null }],
  createFulfillment: [
    {
      fulfillment: {
        lineItemsByFulfillmentOrder: [
          { fulfillmentOrderId: 'f', fulfillmentOrderLineItems: [{ id: 'l', quantity: 1 }] },
        ],
        trackingInfo: { company: 'UPS', number: '1Z', url: 'https://track.example/1Z' },
        notifyCustomer: true,
      },
    },
  ],
  updateTracking: [
    {
      id: 'gid://shopify/Fulfillment/1',
      tracking: {
        company: 'UPS',
        numbers: ['1Z', '2Z'],
        urls: ['https://track.example/1Z', 'https://track.example/2Z'],
      },
      notify: true,
    },
    { id: 'gid://shopify/Fulfillment/1', tracking: { company: 'UPS', number: '1Z' }, notify: false },
  ],
  orderNotes: [{ id: 'gid://shopify/Order/1' }],
  writeNote: [{ input: { id: 'gid://shopify/Order/1', note: 'Call first' } }],
  addTags: [{ id: 'gid://shopify/Order/1', tags: ['VIP'] }],
  removeTags: [{ id: 'gid://shopify/Order/1', tags: ['VIP'] }],
  refunds: [{ id: 'gid://shopify/Order/1' }],
  payments: [{ id: 'gid://shopify/Order/1', lines: ['gid://shopify/LineItem/1'] }],
  createRefund: [
    {
      key: 'k',
      input: {
        orderId: 'gid://shopify/Order/1',
        note: 'n',
        notify: false,
        refundLineItems: refundLines([{ externalLineId: 'l', quantity: 3 }], new Map([['l', 1]]), 'location'),
        transactions: refundTransactions('gid://shopify/Order/1', [sale], money(1500, 'USD')),
      },
    },
  ],
  webhooks: [{ uri: 'https://quayside.example/hooks/1', after: null }],
  createWebhook: [
    { topic: 'ORDERS_CREATE', webhook: { uri: 'https://q.example/1', format: 'JSON', includeFields: ['id'] } },
    { topic: 'APP_UNINSTALLED', webhook: { uri: 'https://q.example/1', format: 'JSON' } },
  ],
  deleteWebhook: [{ id: 'gid://shopify/WebhookSubscription/1' }],
};

describe("every document of the connector against Shopify's own schema", () => {
  test.each(all)('%s is valid and uses nothing deprecated', (_name, document) => {
    const errors = validate(schema, parse(document.text), [...specifiedRules, NoDeprecatedCustomRule]);
    expect(errors.map((error) => error.message)).toEqual([]);
  });

  test.each(all)('%s takes the variables that are really sent', (name) => {
    const { operation } = split(documents[name as keyof typeof documents].text);
    for (const values of variables[name as keyof typeof documents]) {
      const sent = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
      const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], sent);
      expect(errors?.map((error) => error.message) ?? []).toEqual([]);
      // A variable that the document does not name would be dropped in silence.
      const named = (operation.variableDefinitions ?? []).map((one) => one.variable.name.value);
      expect(Object.keys(sent).filter((key) => !named.includes(key))).toEqual([]);
    }
  });

  test.each(all)('%s stays under the 1,000 points that a request may cost', (name) => {
    const document = split(documents[name as keyof typeof documents].text);
    for (const values of variables[name as keyof typeof documents]) {
      const cost = requestedCost({ schema, ...document, variables: values as Record<string, unknown> });
      expect(cost).toBeLessThanOrEqual(1000);
    }
  });

  test.each([...all, ['bulkOrders', { text: bulkOrdersQuery('2026-01-01T00:00:00.000Z') }] as const])(
    '%s reads nothing that the scopes we ask for do not open',
    (_name, document) => {
      const granted = new Set<string>(SCOPES);
      const closed: string[] = [];
      const types = new TypeInfo(schema);
      const Field = (): void => {
        const type = getNamedType(types.getType())?.name ?? '';
        const asks = SCOPES_OF_TYPE[type];
        if (asks && !asks.some((scope) => covers(granted, scope))) closed.push(`${type}: ${asks.join(' or ')}`);
      };
      visit(parse(document.text), visitWithTypeInfo(types, { Field }));
      expect(closed).toEqual([]);
    },
  );

  test('the query of the bulk operation is valid as well', () => {
    const errors = validate(schema, parse(bulkOrdersQuery('2026-01-01T00:00:00.000Z')), [
      ...specifiedRules,
      NoDeprecatedCustomRule,
    ]);
    expect(errors.map((error) => error.message)).toEqual([]);
  });

  test('what is not in the schema, or deprecated in it, is found', () => {
    const messages = (text: string) =>
      validate(schema, parse(text), [...specifiedRules, NoDeprecatedCustomRule]).length;
    expect(messages('{ shop { nome } }')).toBe(1);
    expect(messages('{ order(id: "1") { totalPrice } }')).toBe(1);
    expect(messages('mutation { refundCreate(input: { orderId: "1" }) @idempotent { userErrors { message } } }')).toBe(
      1,
    );
    const { operation } = split(documents.setProduct.text);
    const wrong = { input: { title: 'x', tittle: 'y' }, synchronous: true, variants: 1 };
    expect(getVariableValues(schema, operation.variableDefinitions ?? [], wrong).errors?.length).toBe(1);
  });
});

import type { ChannelConnector } from '@quayside/connector-kit';
import { normalizeAddress } from './address.ts';
import { getProducts, listProducts, searchProducts } from './catalog.ts';
import { changeListing } from './change-listing.ts';
import { readCollections } from './collections.ts';
import { embedding } from './embedding.ts';
import { createFulfillment } from './fulfil.ts';
import { listFulfillments } from './fulfillments.ts';
import { isListingGone, pictureStates } from './listing-images.ts';
import * as listings from './listings.ts';
import { readLocations } from './locations.ts';
import { readMarketPrices, readMarkets, writeMarketPrices } from './markets.ts';
import { readMetafieldDefinitions, readMetafields } from './metafields.ts';
import { authorizeUrl, finishAuthorize } from './oauth.ts';
import { changeOrderTag, readOrderNotes, writeOrderNote } from './order-notes.ts';
import { getOrder, listOrders, orderStates } from './orders.ts';
import { readPrivacyRequest } from './privacy-request.ts';
import { createRefund, findRefund, readRefundable } from './refunds.ts';
import { isInstalled, productPublications, publications, verify } from './shop-facts.ts';
import { moveStock, readStock, readStockAt, setStock } from './stock.ts';
import { readListings } from './store-fields.ts';
import { readProduct } from './store-product.ts';
import { findTracking, updateTracking } from './tracking.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { ensureWebhooks, removeWebhooks } from './webhooks.ts';

export { documents } from './documents.ts';
export { SCOPES } from './scopes.ts';

/** Shopify, Admin GraphQL API 2026-10. Webhooks are signed with the app's secret: that is the `appSecret` here. */
export const shopify: ChannelConnector = {
  id: 'shopify',
  label: 'Shopify',
  homepage: 'https://www.shopify.com',
  mark: { letters: 'S', color: '#5e8e3e' },
  addressExample: 'your-store.myshopify.com',
  adminPages: { home: 'https://{domain}/admin', order: 'https://{domain}/admin/orders/{order}' },
  settings: [
    {
      env: 'SHOPIFY_CLIENT_ID',
      sets: { credential: 'clientId' },
      type: 'text',
      required: true,
      help: 'Client ID of your Shopify app.',
    },
    {
      env: 'SHOPIFY_CLIENT_SECRET',
      sets: { credential: 'clientSecret' },
      type: 'secret',
      required: true,
      help: 'Client secret of your Shopify app. It also signs webhooks.',
    },
  ],
  connect: {
    browser: { keysComeBy: 'redirect' },
    keys: {
      fields: [
        {
          name: 'clientId',
          labelKey: 'connections.shopify.clientId',
          helpKey: 'connections.shopify.clientIdHelp',
          type: 'text',
          required: false,
          requiredWithout: 'accessToken',
        },
        {
          name: 'clientSecret',
          labelKey: 'connections.shopify.clientSecret',
          helpKey: 'connections.shopify.clientSecretHelp',
          type: 'secret',
          required: false,
          requiredWithout: 'accessToken',
          placeholder: 'shpss_…',
        },
        {
          name: 'accessToken',
          labelKey: 'connections.shopify.accessToken',
          helpKey: 'connections.shopify.accessTokenHelp',
          type: 'secret',
          required: false,
          placeholder: 'shpat_…',
        },
      ],
    },
  },
  webhooks: { needsHttps: true, signedWith: 'app' },
  capabilities: {
    publications: true,
    maxVariants: 2048,
    partialFulfillment: true,
    seo: true,
    customs: true,
    barcodes: 'text',
    collections: true,
    metafields: true,
    stockLocations: true,
    marketPrices: true,
    refunds: true,
    // Source: Shopify help, "Order notes" and "Tag limits".
    orderNotes: { kind: 'replace', longest: 5000 },
    orderTags: { most: 250, longest: 40 },
    // What comes to light later is the same product: it is set by our reference.
    writesLastMs: 15_000,
  },
  normalizeAddress,
  authorizeUrl,
  finishAuthorize,
  embedding,
  verify,
  createListing: listings.createListing,
  findListing: listings.findListing,
  updateListing: listings.updateListing,
  deleteListing: listings.deleteListing,
  isListingGone,
  readListings,
  pictureStates,
  setStock,
  readStock,
  readLocations,
  readStockAt,
  moveStock,
  readMarkets,
  readMarketPrices,
  writeMarketPrices,
  changeListing,
  listProducts,
  searchProducts,
  getProducts,
  readCollections,
  readMetafieldDefinitions,
  readMetafields,
  publications,
  productPublications,
  readProduct,
  listOrders,
  getOrder,
  orderStates,
  createFulfillment,
  listFulfillments,
  updateTracking,
  findTracking,
  readOrderNotes,
  writeOrderNote,
  changeOrderTag,
  readRefundable,
  createRefund,
  findRefund,
  ensureWebhooks: (ctx, input) => ensureWebhooks(ctx, input.address),
  removeWebhooks: (ctx, input) => removeWebhooks(ctx, input.address),
  verifyWebhook,
  isInstalled,
  readPrivacyRequest: (body) => readPrivacyRequest(body),
};

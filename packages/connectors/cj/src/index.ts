import type { SupplierConnector } from '@quayside/connector-kit';
import { verify } from './account.ts';
import { findDispute, getDispute, openDispute } from './disputes.ts';
import { quoteShipping } from './freight.ts';
import { ADDRESS_RULES } from './map-address.ts';
import * as orders from './orders.ts';
import { findPayment, payOrder } from './pay.ts';
import * as products from './products.ts';
import { ensureWebhooks, verifyWebhook } from './webhooks.ts';

/** CJ Dropshipping, API 2.0. Webhooks are signed with the account's openId. */
export const cj: SupplierConnector = {
  id: 'cj',
  label: 'CJ Dropshipping',
  homepage: 'https://cjdropshipping.com',
  mark: { letters: 'CJ', color: '#b45309' },
  liveBaseUrl: 'https://developers.cjdropshipping.com/api2.0/v1',
  settings: [
    {
      env: 'CJ_API_KEY',
      sets: { credential: 'apiKey' },
      type: 'secret',
      required: true,
      help: 'CJ account of this installation, used by workspaces that pay from the wallet.',
    },
  ],
  connect: {
    keys: {
      fields: [
        {
          name: 'apiKey',
          labelKey: 'suppliers.cj.apiKey',
          helpKey: 'suppliers.cj.apiKeyHelp',
          type: 'secret',
          required: true,
        },
      ],
    },
  },
  // CJ, webhook/set: https alone; the header `sign` is made with the account's openId.
  webhooks: { needsHttps: true, signedWith: 'account' },
  capabilities: {
    payers: ['own-account', 'wallet'],
    cancel: true,
    feed: false,
    disputes: true,
    lists: ['trending', 'us_shelf'],
    address: ADDRESS_RULES,
    customs: true,
  },
  verify,
  search: products.search,
  categories: products.categories,
  getProduct: (ctx, id) => products.getProduct(ctx, id),
  getStock: products.getStock,
  quoteShipping,
  warehouses: products.warehouses,
  createOrder: orders.createOrder,
  findOrder: orders.findOrder,
  getOrder: orders.getOrder,
  listOrders: orders.listOrders,
  cancelOrder: (ctx, id) => orders.cancelOrder(ctx, id),
  payOrder: (ctx, input) => payOrder(ctx, input.supplierOrderId, input.amount, input),
  findPayment: (ctx, input) => findPayment(ctx, input.supplierOrderId, input.kept),
  openDispute,
  findDispute,
  getDispute,
  ensureWebhooks: (ctx, input) => ensureWebhooks(ctx, input.address),
  webhookSecretOf: (credentials) => credentials.openId,
  verifyWebhook,
};

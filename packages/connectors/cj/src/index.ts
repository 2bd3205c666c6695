import type { SupplierConnector } from '@quayside/connector-kit';
import { verify } from './account.ts';
import { quoteShipping } from './freight.ts';
import * as orders from './orders.ts';
import { findPayment, payOrder } from './pay.ts';
import * as products from './products.ts';
import { ensureWebhooks, verifyWebhook } from './webhooks.ts';

/** CJ's public address. */
export const CJ_BASE_URL = 'https://developers.cjdropshipping.com/api2.0/v1';

/** CJ Dropshipping, API 2.0. Webhooks are signed with the account's openId. */
export const cj: SupplierConnector = {
  id: 'cj',
  label: 'CJ Dropshipping',
  capabilities: {
    payers: ['own-account', 'wallet'],
    webhooks: true,
    cancel: true,
    feed: false,
    lists: ['trending', 'us_shelf'],
  },
  credentialFields: [
    {
      name: 'apiKey',
      labelKey: 'suppliers.cj.apiKey',
      helpKey: 'suppliers.cj.apiKeyHelp',
      type: 'secret',
      required: true,
    },
  ],
  verify,
  search: products.search,
  categories: products.categories,
  getProduct: (ctx, id) => products.getProduct(ctx, id),
  getStock: products.getStock,
  quoteShipping,
  createOrder: orders.createOrder,
  findOrder: orders.findOrder,
  getOrder: orders.getOrder,
  listOrders: orders.listOrders,
  cancelOrder: (ctx, id) => orders.cancelOrder(ctx, id),
  payOrder: (ctx, input) => payOrder(ctx, input.supplierOrderId, input.amount, input),
  findPayment: (ctx, input) => findPayment(ctx, input.supplierOrderId, input.kept),
  ensureWebhooks: (ctx, input) => ensureWebhooks(ctx, input.address),
  webhookSecretOf: (credentials) => credentials.openId,
  verifyWebhook,
};

import { z } from 'zod';
import { linkedStoreSchema } from './accounts.ts';
import { call } from './call.ts';
import {
  doneSchema,
  formFieldSchema,
  idSchema,
  modeSchema,
  platformSchema,
  problemSchema,
  queryBool,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

const shop = z.string().trim().min(1).max(500);
/** Values of the platform's own fields (see GET /connections/platforms); the connector refuses unknown names. */
const credentials = z.record(z.string().min(1).max(60), z.string().trim().max(4000));
const ofPlatform = z.object({ platform: platformSchema });
const ofStore = z.object({ store_id: idSchema });

/** How a store's orders arrive, and why not the other way. */
const ordersBySchema = z.object({
  orders_by: z.enum(['webhook', 'polling']),
  orders_by_reason: problemSchema.nullable(),
  poll_seconds: z.int(),
});

export const connectedStoreSchema = linkedStoreSchema
  .extend({
    country: z.string().nullable(),
    time_zone: z.string().nullable(),
    base_url: z.string(),
    missing_scopes: z.array(z.string()),
    /** Where stock is written, as it was last seen; null: at the store's own default location. */
    stock_location: z.object({ name: z.string(), state: z.enum(['active', 'inactive', 'deleted']) }).nullable(),
    /** When its credentials were saved. */
    keys_since: timeSchema,
    /** When the credentials expire unless a person reconnects the store; null: never. */
    access_ends_at: timeSchema.nullable(),
    access_ends_soon: z.boolean(),
    /** Current connection problem and what to do. */
    problem: problemSchema.nullable(),
    ...ordersBySchema.shape,
    last_webhook_at: timeSchema.nullable(),
    /** When webhooks disabled by the store were last re-enabled. */
    webhooks_restored_at: timeSchema.nullable(),
    last_polled_at: timeSchema.nullable(),
  })
  .meta({ id: 'ConnectedStore' });
export type ConnectedStore = z.output<typeof connectedStoreSchema>;

/** An option, and why it is unavailable. */
const waySchema = z.object({ available: z.boolean(), reason: problemSchema.nullable() });

const platformOfferSchema = z
  .object({
    platform: platformSchema,
    label: z.string(),
    keys: waySchema,
    authorize: waySchema,
    webhooks: waySchema,
    address_placeholder: z.string(),
    fields: z.array(formFieldSchema),
  })
  .meta({ id: 'PlatformOffer' });

export const supplierConnectionSchema = z
  .object({
    connection_id: idSchema,
    supplier: supplierSchema,
    label: z.string(),
    mode: modeSchema,
    /** wallet: our account at the supplier buys and the wallet is charged; own-account: the owner's balance there. */
    payer: z.enum(['wallet', 'own-account']),
    status: z.enum(['active', 'needs_reconnect', 'removed']),
    removable: z.boolean(),
    problem: problemSchema.nullable(),
    last_synced_at: timeSchema.nullable(),
    created_at: timeSchema,
  })
  .meta({ id: 'SupplierConnection' });
export type SupplierConnection = z.output<typeof supplierConnectionSchema>;

const supplierOfferSchema = z.object({
  supplier: supplierSchema,
  label: z.string(),
  mode: modeSchema,
  fields: z.array(formFieldSchema),
  wallet: waySchema,
  own_account: waySchema,
});

const healthSchema = z.object({
  store: connectedStoreSchema,
  /** Permissions granted by the store when it was connected. */
  scopes: z.array(z.string()),
  checked_at: timeSchema,
  /** Whether the store just accepted the credentials; absent when not checked (check=false). */
  answered: z.boolean().optional(),
  problem: problemSchema.nullable(),
  webhooks: z.object({
    last_received_at: timeSchema.nullable(),
    received_24h: z.int(),
    refused_24h: z.int(),
    failed_24h: z.int(),
  }),
  last_polled_at: timeSchema.nullable(),
  next_poll_at: timeSchema.nullable(),
});

/** Webhooks of one store or supplier in the last 24 hours. */
const reportsSchema = z
  .object({
    sender: z.enum(['store', 'supplier']),
    id: idSchema,
    last_received_at: timeSchema.nullable(),
    problems: z.array(
      z.object({
        /** signature, malformed, too_large: rejected. failed: received, but processing failed. */
        cause: z.enum(['signature', 'malformed', 'too_large', 'failed']),
        times: z.int(),
        last_at: timeSchema,
        /** The error message; never content of the webhook. */
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ConnectionReports' });
export type WebhookActivity = z.output<typeof reportsSchema>;

export const connections = {
  link: call({
    id: 'C017',
    method: 'POST',
    path: '/auth/platform/{platform}/link',
    access: 'workplace',
    needs: 'stores.connect',
    recheck: true,
    summary: 'Connect a store with API keys.',
    params: ofPlatform,
    body: z.strictObject({ shop, credentials }),
    data: connectedStoreSchema,
    perMinute: 20,
  }),
  install: call({
    id: 'C018',
    method: 'POST',
    path: '/auth/platform/{platform}/install',
    access: 'workplace',
    needs: 'stores.connect',
    recheck: true,
    summary: "Start connecting a store on the platform's own page. Returns the URL to open.",
    params: ofPlatform,
    body: z.strictObject({
      shop,
      /** The platform's shop id, as in the specification; only the URL is used. */
      platform_id: z.string().max(200).optional(),
    }),
    data: z.object({ url: z.string(), expires_at: timeSchema }),
    perMinute: 20,
  }),
  callback: call({
    id: 'own',
    method: 'GET',
    path: '/auth/platform/{platform}/callback',
    access: 'account',
    recheck: true,
    summary:
      "Complete a connection started by install, with the query of the platform's redirect. Pending until the store has delivered its keys.",
    params: ofPlatform,
    query: z.record(z.string(), z.string().max(4000)),
    data: z.object({
      state: z.enum(['connected', 'pending', 'refused']),
      /** The store URL, to start over. */
      shop: z.string(),
      store: connectedStoreSchema.nullable(),
      problem: problemSchema.nullable(),
    }),
  }),
  uninstall: call({
    id: 'C019',
    method: 'POST',
    path: '/auth/platform/{platform}/uninstall',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Disconnect a store by its domain or id. Its history stays available.',
    params: ofPlatform,
    body: z.strictObject({ shop }),
    data: doneSchema,
  }),
  stores: call({
    id: 'C029',
    method: 'GET',
    path: '/stores/list-store',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'List the stores of the workspace.',
    query: z.object({ include_uninstalled: queryBool.optional() }),
    data: z.object({ items: z.array(connectedStoreSchema) }),
  }),
  shopifyInstallUrl: call({
    id: 'C030',
    method: 'GET',
    path: '/shopify/shop/install',
    access: 'workplace',
    needs: 'stores.connect',
    recheck: true,
    summary: "Get the URL of Shopify's page where a store's owner grants access.",
    query: z.looseObject({ shop }),
    data: z.object({ url: z.string(), expires_at: timeSchema }),
    perMinute: 20,
  }),
  setDefaultStore: call({
    id: 'C031',
    method: 'POST',
    path: '/core/stores/update-default-store',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Set the default store.',
    body: z.strictObject({ store_id: idSchema }),
    data: z.object({ items: z.array(connectedStoreSchema) }),
  }),
  refreshCurrency: call({
    id: 'C032',
    method: 'GET',
    path: '/auth/platform/refresh-stores-currency',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Read the currency of every connected store and save changes.',
    data: z.object({ items: z.array(connectedStoreSchema), changed: z.array(idSchema) }),
    perMinute: 10,
  }),
  verify: call({
    id: 'C033',
    method: 'GET',
    path: '/auth/platform/verify',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'Check whether connected stores, or one of them, still accept our credentials.',
    query: z.object({ store_id: idSchema.optional() }),
    data: z.object({ items: z.array(z.object({ store: connectedStoreSchema, answered: z.boolean() })) }),
    perMinute: 20,
  }),
  unlink: call({
    id: 'C034',
    method: 'POST',
    path: '/auth/platform/unlink',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Disconnect a store by its id. Its history stays available.',
    body: z.strictObject({ store_id: idSchema }),
    data: doneSchema,
  }),
  publications: call({
    id: 'C157',
    method: 'GET',
    path: '/shopify/shop/publications',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'List the publications of the store in the store-id header.',
    query: z.object({ clear_cache: queryBool.optional(), update_external_channels: queryBool.optional() }),
    data: z.object({
      publications: z.array(z.object({ id: z.string(), handle: z.string(), name: z.string() })),
    }),
  }),
  platforms: call({
    id: 'own',
    method: 'GET',
    path: '/connections/platforms',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'List the platforms that can be connected: their fields, connection methods, and why one is unavailable.',
    query: z.object({ shop: shop.optional() }),
    data: z.object({ items: z.array(platformOfferSchema), app_url: z.string().nullable() }),
  }),
  reconnect: call({
    id: 'own',
    method: 'POST',
    path: '/connections/{store_id}/reconnect',
    access: 'workplace',
    needs: 'stores.change',
    recheck: true,
    summary: 'Replace the credentials of a store.',
    params: ofStore,
    body: z.strictObject({ credentials }),
    data: connectedStoreSchema,
    perMinute: 20,
  }),
  health: call({
    id: 'own',
    method: 'GET',
    path: '/connections/{store_id}/health',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'Get the health of a connection. check=true contacts the store now.',
    params: ofStore,
    query: z.object({ check: queryBool.default(false) }),
    data: healthSchema,
  }),
  reports: call({
    id: 'own',
    method: 'GET',
    path: '/connections/reports',
    access: 'workplace',
    needs: 'stores.read',
    summary:
      'Get the webhook status of each store and supplier: the last delivery, and rejected or failed ones of the last 24 hours by cause.',
    data: z.object({ items: z.array(reportsSchema) }),
  }),
  syncStore: call({
    id: 'own',
    method: 'POST',
    path: '/connections/{store_id}/sync',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Check the store for new orders now.',
    params: ofStore,
    body: z.strictObject({}),
    data: doneSchema,
    perMinute: 30,
  }),
  suppliers: call({
    id: 'own',
    method: 'GET',
    path: '/connections/suppliers',
    access: 'workplace',
    needs: 'suppliers.read',
    summary: 'List the suppliers of the workspace, and those that can be connected.',
    data: z.object({ items: z.array(supplierConnectionSchema), offers: z.array(supplierOfferSchema) }),
  }),
  connectSupplier: call({
    id: 'own',
    method: 'POST',
    path: '/connections/suppliers',
    access: 'workplace',
    needs: 'suppliers.change',
    recheck: true,
    summary: 'Connect a supplier, or replace the key of a connected one.',
    body: z.strictObject({
      supplier: supplierSchema,
      mode: modeSchema.optional(),
      payer: z.enum(['wallet', 'own-account']),
      credentials: credentials.default({}),
    }),
    data: supplierConnectionSchema,
    perMinute: 20,
  }),
  removeSupplier: call({
    id: 'own',
    method: 'DELETE',
    path: '/connections/suppliers/{connection_id}',
    access: 'workplace',
    needs: 'suppliers.change',
    summary: 'Disconnect a supplier. Its orders stay available.',
    params: z.object({ connection_id: idSchema }),
    data: doneSchema,
  }),
};

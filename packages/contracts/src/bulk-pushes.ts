import { z } from 'zod';
import { bulkChangesSchema } from './bulk-changes.ts';
import { productFilterShape } from './bulk-edits.ts';
import { call } from './call.ts';
import { PUSH_LIMITS, pushAnswer, pushRequestShape } from './products.ts';
import { idSchema, pageOf, platformSchema, problemSchema, timeSchema } from './shapes.ts';

const { product_ids: _chosen, ...pushOptions } = pushRequestShape;

const matchingSchema = z.object({
  count: z.int(),
  /** The same products by what decides which stores take them, and at which rate. */
  groups: z.array(z.object({ is_sandbox: z.boolean(), currency: z.string(), count: z.int() })),
});
export type MatchingProducts = z.output<typeof matchingSchema>;

const batchSchema = z
  .object({
    /** Also the id of its entry in the process tray, which shows how many listings are done. */
    batch_id: idSchema,
    state: z.enum(['running', 'ended']),
    products: z.int(),
    /** Products queued so far, and those that no store takes. */
    started: z.int(),
    refused: z.int(),
    requested_by: z.string(),
    created_at: timeSchema,
    ended_at: timeSchema.nullable(),
  })
  .meta({ id: 'PushBatch' });
export type PushBatchView = z.output<typeof batchSchema>;

/** The bulk edit that can be undone; null: nothing changed. */
const editId = idSchema.nullable();

const copyShape = {
  product_ids: pushRequestShape.product_ids,
  from_store_id: idSchema,
  store_id: idSchema,
};

const carriedShape = {
  /** Collections chosen here, by the same titles in the other store. */
  collections: z.boolean(),
  /** Values of their own that products have in the store. */
  store_values: z.boolean(),
};
const copySettingShape = {
  /** The store that is copied from. */
  store_id: idSchema,
  /** Offered first; null: none. */
  to_store_id: idSchema.nullable(),
  ...carriedShape,
};
const copySettingsSchema = z
  .object({
    /** A store without an item copies neither. */
    items: z.array(z.object(copySettingShape)),
    /** Credits for each copied product, beside those of its listing. */
    credits: z.int(),
  })
  .meta({ id: 'StoreCopySettings' });

/** A Shopify product in the product form. Amounts are decimals. Source: rule B216. */
const storeProductSchema = z
  .object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    body_html: z.string(),
    vendor: z.string(),
    product_type: z.string(),
    tags: z.array(z.string()),
    status: z.string(),
    published_at: z.string().nullable(),
    options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    variants: z.array(
      z.object({
        id: z.string(),
        sku: z.string(),
        option_values: z.array(z.string()),
        price: z.number(),
        compare_at_price: z.number().nullable(),
      }),
    ),
    href: z.string(),
    image: z.string().nullable(),
    images: z.array(z.string()),
    minPrice: z.number(),
    maxPrice: z.number(),
    priceAmount: z.number(),
    currencyCode: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'StoreProduct' });

/** Pushes of more than a screen of products. */
export const bulkPushes = {
  matching: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/matching',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Count the products that match a filter of the product center or the import list.',
    query: z.object(productFilterShape),
    data: matchingSchema,
  }),
  pushAll: call({
    id: 'C091',
    method: 'POST',
    path: '/center/products/push-all-multiple-channel',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Push all products that match a filter to several stores, in the background.',
    body: z.strictObject({
      filter: z.strictObject(productFilterShape),
      /** How many products match on screen; refused if it is another number now. */
      count: z.int().min(1),
      ...pushOptions,
    }),
    limits: PUSH_LIMITS,
    data: batchSchema,
  }),
  batch: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/push-batches/{batch_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get a push of all matching products.',
    params: z.object({ batch_id: idSchema }),
    data: batchSchema,
  }),
  refused: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/push-batches/{batch_id}/refused',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the products of a push that a store was left out for, with the reason.',
    params: z.object({ batch_id: idSchema }),
    query: z.object({
      cursor: z.string().max(500).optional(),
      page_size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: pageOf(z.object({ product_id: idSchema, title: z.string(), problem: problemSchema })),
  }),
  copySettings: call({
    id: 'own',
    method: 'GET',
    path: '/products/copy-product-to-new-store/settings',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get how products of each store are copied to other stores, and the credits for each product.',
    data: copySettingsSchema,
  }),
  saveCopySetting: call({
    id: 'own',
    method: 'PUT',
    path: '/products/copy-product-to-new-store/settings',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save how products of a store are copied to other stores.',
    body: z.strictObject(copySettingShape),
    data: copySettingsSchema,
  }),
  copyPreview: call({
    id: 'own',
    method: 'POST',
    path: '/products/copy-product-to-new-store/preview',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Show which products can be copied from one store to another, and the credits it takes.',
    body: z.strictObject(copyShape),
    data: z.object({
      /** Products that can be copied. */
      product_ids: z.array(idSchema),
      /** Credits for copying; each new listing uses its own as with every push. */
      credits: z.int(),
      failed: z.record(z.string(), problemSchema),
    }),
  }),
  copy: call({
    id: 'C135',
    method: 'POST',
    path: '/products/copy-product-to-new-store',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Copy products of one store to another, at its prices.',
    body: z.strictObject({
      ...copyShape,
      /** As the preview shows them; refused if it takes another number. */
      credits: z.int().min(0),
      /** What goes along; absent: as the setting of the store says. */
      carry: z.strictObject(carriedShape).optional(),
      push_settings: pushOptions.push_settings,
      variant_options: pushOptions.variant_options,
      rates: pushOptions.rates,
      price_ending: pushOptions.price_ending,
    }),
    limits: PUSH_LIMITS,
    data: pushAnswer,
  }),
  changeAndPush: call({
    id: 'C089',
    method: 'POST',
    path: '/center/products/bulk-update-and-push-multiple-channel',
    access: 'workplace',
    needs: 'products.push',
    summary:
      'Make the same changes to products and push them to several stores. Products that they do not fit stay as they are.',
    body: z.strictObject({
      ...pushRequestShape,
      /** None: the products are only changed. */
      store_ids: z.array(idSchema).max(50),
      changes: bulkChangesSchema,
    }),
    limits: PUSH_LIMITS,
    data: z.object({
      /** Products that really changed. */
      updated: z.int(),
      edit_id: editId,
      ...pushAnswer.shape,
    }),
  }),
  changeOnChannel: call({
    id: 'C125',
    method: 'POST',
    path: '/center/products/bulk-update/{channel}',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Make the same changes to products and update the stores of one channel that have them.',
    params: z.object({ channel: platformSchema }),
    body: z
      .strictObject({
        product_ids: pushRequestShape.product_ids,
        changes: bulkChangesSchema.optional(),
        /** Lists them for sale or as drafts; absent: as they are. */
        is_publish: z.boolean().optional(),
      })
      .refine((body) => body.changes !== undefined || body.is_publish !== undefined, { message: 'name a change' }),
    data: z.object({
      updated: z.int(),
      edit_id: editId,
      items: z.array(
        z.object({ product_id: idSchema, store_id: idSchema, process_id: idSchema, listing_ids: z.array(idSchema) }),
      ),
      failed: z.record(z.string(), problemSchema),
    }),
  }),
  productPublications: call({
    id: 'C103',
    method: 'GET',
    path: '/center/products/shopify/product-publication/{productId}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Read where the Shopify store in the store-id header has a product published.',
    params: z.object({ productId: idSchema }),
    data: z.object({
      /** A product that was split when it was pushed has several. */
      items: z.array(
        z.object({
          listing_id: idSchema,
          external_product_id: z.string(),
          publications: z.array(
            z.object({ id: z.string(), handle: z.string(), name: z.string(), published: z.boolean() }),
          ),
        }),
      ),
    }),
  }),
  storeProduct: call({
    id: 'C123',
    method: 'POST',
    path: '/center/products/shopify/product',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Read a product as the Shopify store in the store-id header has it. One that is not there yet is pushed.',
    body: z.strictObject({
      product_id: idSchema,
      push_settings: pushOptions.push_settings,
      variant_options: pushOptions.variant_options,
      rates: pushOptions.rates,
      price_ending: pushOptions.price_ending,
    }),
    limits: PUSH_LIMITS,
    data: z.object({
      /** processing: it is being pushed; repeat the call once its process has ended. */
      state: z.enum(['listed', 'processing']),
      process_id: idSchema.nullable(),
      product: storeProductSchema.nullable(),
    }),
  }),
};

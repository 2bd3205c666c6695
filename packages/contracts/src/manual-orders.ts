import { z } from 'zod';
import { call } from './call.ts';
import {
  MOST_SAMPLE_ITEMS,
  MOST_SAMPLE_LINES,
  ORDER_FILE,
  ORDER_IMPORT_STATES,
  ORDER_ITEM_FATES,
} from './manual-order-choices.ts';
import { orderAddressSchema, orderAddressShape, orderDetailSchema } from './orders.ts';
import {
  currencySchema,
  doneSchema,
  idSchema,
  moneySchema,
  pageOf,
  queryInt,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

/** Minor units; large enough for any order, small enough to add up safely. */
const amount = z.int().min(0).max(1_000_000_000_00);

const line = z.strictObject({
  /** An imported product's variant; absent: a line of its own, which gets a supplier later. */
  variant_id: idSchema.optional(),
  /** Absent: the product's title. */
  title: z.string().trim().min(1).max(250).optional(),
  sku: z.string().trim().max(100).optional(),
  quantity: z.int().min(1).max(9_999),
  unit_price: amount,
  /** Absent: true. */
  requires_shipping: z.boolean().optional(),
});

const importSchema = z
  .object({
    import_id: idSchema,
    store_id: idSchema,
    file_name: z.string(),
    state: z.enum(ORDER_IMPORT_STATES),
    /** Why the file was refused as a whole. */
    fault: z.string().nullable(),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']).nullable(),
    /** Columns that are not read. */
    ignored: z.array(z.string()),
    rows: z.int(),
    /** Orders of the file by outcome. */
    counts: z.record(z.enum(ORDER_ITEM_FATES), z.int()),
    /** Orders created so far. */
    created: z.int(),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
  })
  .meta({ id: 'OrderImport' });
export type OrderImport = z.output<typeof importSchema>;

const itemSchema = z.object({
  /** Its first row in the file, the header being row 1. */
  item_no: z.int(),
  order_number: z.string(),
  fate: z.enum(ORDER_ITEM_FATES),
  lines: z.int(),
  customer: z.string(),
  country_code: z.string().nullable(),
  total: moneySchema.nullable(),
  faults: z.array(z.object({ row: z.int(), column: z.string(), text: z.string() })),
  order_id: idSchema.nullable(),
});
export type OrderImportItem = z.output<typeof itemSchema>;

const ofImport = z.object({ import_id: idSchema });
const fileSchema = z.object({ file_name: z.string(), csv: z.string() });

/** Orders that come from no store's API: phone, social media, other marketplaces. */
export const manualOrders = {
  create: call({
    id: 'own',
    method: 'POST',
    path: '/orders/manual',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Create an order of a store in Quayside. It is never sent to the store nor changed by it.',
    body: z.strictObject({
      store_id: idSchema,
      /** Unique in the store; absent: the next free number. */
      order_number: z.string().trim().min(1).max(60).optional(),
      currency: currencySchema,
      paid: z.boolean(),
      payment_method: z.string().trim().max(60).optional(),
      ...orderAddressShape,
      country_code: orderAddressShape.country_code.unwrap(),
      email: z.union([z.literal(''), z.email().max(254)]).optional(),
      shipping_method: z.string().trim().max(100).optional(),
      shipping_amount: amount.default(0),
      discount_amount: amount.default(0),
      tax_amount: amount.default(0),
      tax_included: z.boolean().default(false),
      note: z.string().trim().max(2_000).optional(),
      lines: z.array(line).min(1).max(100),
    }),
    data: z.object({ order_id: idSchema, name: z.string() }),
  }),
  variants: call({
    id: 'own',
    method: 'GET',
    path: '/orders/manual/variants',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Find variants of imported products for a new order of a store, by title or SKU.',
    query: z.object({ store_id: idSchema, keyword: z.string().trim().min(1).max(100) }),
    data: z.object({
      items: z.array(
        z.object({
          variant_id: idSchema,
          product_id: idSchema.nullable(),
          title: z.string(),
          variant_title: z.string().nullable(),
          sku: z.string(),
          image: z.string().nullable(),
          price: moneySchema,
        }),
      ),
    }),
  }),
  sampleVariants: call({
    id: 'own',
    method: 'GET',
    path: '/orders/samples/variants',
    access: 'workplace',
    needs: 'products.read',
    summary: 'The variants of a product that can be ordered as a sample: an imported one, or one of a supplier.',
    query: z.strictObject({
      store_id: idSchema,
      product_id: idSchema.optional(),
      source: supplierSchema.optional(),
      source_product_id: z.string().min(1).max(120).optional(),
    }),
    data: z.object({
      title: z.string(),
      items: z.array(
        z.object({
          /** An imported variant; null: of a product that isn't imported. */
          variant_id: idSchema.nullable(),
          source: supplierSchema,
          source_product_id: z.string(),
          sku_id: z.string(),
          variant_title: z.string().nullable(),
          image: z.string().nullable(),
          cost: moneySchema.nullable(),
        }),
      ),
    }),
  }),
  sampleAddress: call({
    id: 'own',
    method: 'GET',
    path: '/orders/samples/address',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'The address of the last sample of the workspace.',
    data: z.object({ address: orderAddressSchema.nullable() }),
  }),
  createSample: call({
    id: 'own',
    method: 'POST',
    path: '/orders/samples',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Create a sample order: a manual order for yourself, which is no sale. Place and pay it like any order. Idempotent.',
    body: z.strictObject({
      store_id: idSchema,
      ...orderAddressShape,
      country_code: orderAddressShape.country_code.unwrap(),
      email: z.union([z.literal(''), z.email().max(254)]).optional(),
      lines: z
        .array(
          z.strictObject({
            source: supplierSchema,
            source_product_id: z.string().min(1).max(120),
            sku_id: z.string().min(1).max(120),
            /** The imported variant, if it is one. */
            variant_id: idSchema.optional(),
            quantity: z.int().min(1).max(MOST_SAMPLE_ITEMS),
          }),
        )
        .min(1)
        .max(MOST_SAMPLE_LINES),
      /** Repeated with the same key, it returns the same order. */
      idempotency_key: z.string().min(8).max(80),
    }),
    data: z.object({ order_id: idSchema, name: z.string() }),
  }),
  cancel: call({
    id: 'own',
    method: 'POST',
    path: '/orders/manual/{order_id}/cancel',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Cancel an order created in Quayside. Lines that are at a supplier stay there.',
    params: z.object({ order_id: idSchema }),
    body: z.strictObject({}),
    data: orderDetailSchema,
  }),
  markPaid: call({
    id: 'own',
    method: 'POST',
    path: '/orders/manual/{order_id}/paid',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Mark an order created in Quayside as paid by the customer.',
    params: z.object({ order_id: idSchema }),
    body: z.strictObject({}),
    data: orderDetailSchema,
  }),
  template: call({
    id: 'own',
    method: 'GET',
    path: '/orders/imports/template',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'A CSV file with every column and an example.',
    data: fileSchema,
  }),
  imports: call({
    id: 'own',
    method: 'GET',
    path: '/orders/imports',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'The last CSV files of orders.',
    data: z.object({ items: z.array(importSchema) }),
  }),
  upload: call({
    id: 'own',
    method: 'POST',
    path: '/orders/imports',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Upload a CSV file of orders for a store. No order is created until it is confirmed.',
    query: z.strictObject({ store_id: idSchema, file_name: z.string().trim().min(1).max(200) }),
    file: ORDER_FILE,
    data: ofImport,
    perMinute: 20,
  }),
  import: call({
    id: 'own',
    method: 'GET',
    path: '/orders/imports/{import_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'One import with its progress.',
    params: ofImport,
    data: importSchema,
  }),
  items: call({
    id: 'own',
    method: 'GET',
    path: '/orders/imports/{import_id}/items',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'The orders of a file with their outcome, and the errors by row and column.',
    params: ofImport,
    query: z.strictObject({
      fate: z.enum(ORDER_ITEM_FATES).optional(),
      cursor: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
      page_size: queryInt(1, 100).default(50),
    }),
    data: pageOf(itemSchema),
  }),
  refused: call({
    id: 'own',
    method: 'GET',
    path: '/orders/imports/{import_id}/refused',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'The rows with errors and their reasons as CSV.',
    params: ofImport,
    data: fileSchema,
  }),
  confirm: call({
    id: 'own',
    method: 'POST',
    path: '/orders/imports/{import_id}/confirm',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Create the orders of a file that have no errors. Each is created as a whole.',
    params: ofImport,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  discard: call({
    id: 'own',
    method: 'DELETE',
    path: '/orders/imports/{import_id}',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Discard a file that was not confirmed.',
    params: ofImport,
    data: doneSchema,
  }),
};

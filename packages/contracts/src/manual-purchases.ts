import { z } from 'zod';
import { call } from './call.ts';
import { currencySchema, idSchema, problemSchema } from './shapes.ts';

/** Marketplaces where members buy themselves, because they have no API for buyers. Source: rule B336. */
export const MANUAL_SUPPLIERS = ['aliexpress', 'amazon', 'ebay', 'temu'] as const;
export type ManualSupplier = (typeof MANUAL_SUPPLIERS)[number];
/** Rows per call of pasted purchases. */
export const MOST_PASTED = 500;

/** Reasons why buying at a marketplace failed. Source: document 3, section 8 (rules B416 to B429). */
export const PLACE_ERROR_CODES = [
  'error_save_all_address',
  'error_get_token',
  'not_found_order_detail',
  'error_not_found_sku',
  'add_to_cart_fail',
  'error_checkout_products',
  'remove_items_in_cart_fail',
  'sync_order_not_found_order_no',
  'sync_order_status_fail',
  'failed_added_sku_list',
  'cancel_order',
  'product_out_of_stock',
  'product_sold_out',
  'shipped_country_notfound',
] as const;

const orderNo = z.string().trim().min(1).max(64);
const cost = z.strictObject({ amount: z.int().min(0).max(1_000_000_000), currency: currencySchema });
const url = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .optional();
const carrier = z.string().trim().min(1).max(80);
const lineIds = z.array(idSchema).min(1).max(500);

export const manualPurchases = {
  record: call({
    id: 'C255',
    method: 'PUT',
    path: '/orders/order_no/update',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Record the order number of a purchase made at a marketplace, with its cost and tracking, or change the one of `supplier_order_id`. Numbers that suppliers report themselves are refused.',
    body: z
      .strictObject({
        order_id: idSchema,
        /** Absent: every line that isn't bought yet. */
        line_item_ids: lineIds.optional(),
        /** An earlier manual purchase to change. */
        supplier_order_id: idSchema.optional(),
        source: z.enum(MANUAL_SUPPLIERS).optional(),
        /** 1 to 64 characters (decision A39). */
        order_no: orderNo,
        items_cost: cost.optional(),
        shipping_cost: cost.optional(),
        tracking: z.strictObject({ carrier, number: orderNo, url }).optional(),
      })
      .refine((body) => body.supplier_order_id !== undefined || body.source !== undefined, {
        path: ['source'],
        error: 'MANUAL_SOURCE_NEEDED',
      })
      .refine(
        ({ items_cost: items, shipping_cost: shipping }) => !items || !shipping || items.currency === shipping.currency,
        { path: ['shipping_cost'], error: 'MANUAL_ONE_CURRENCY' },
      ),
    data: z.object({ supplier_order_id: idSchema, shipped: z.boolean() }),
  }),
  paste: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/manual-purchases',
    access: 'workplace',
    needs: 'orders.change',
    summary: `Record up to ${MOST_PASTED} purchases made at marketplaces, each with its result: bad rows don't affect the others. With dry_run nothing is saved.`,
    body: z.strictObject({
      dry_run: z.boolean().default(false),
      items: z
        .array(
          z.strictObject({
            /** Name of the order, such as #1001. */
            order: z.string().trim().min(1).max(80),
            source: z.enum(MANUAL_SUPPLIERS),
            order_no: orderNo,
            /** Only the lines with this SKU; absent: every line that isn't bought yet. */
            sku: z.string().trim().min(1).max(120).optional(),
            carrier: carrier.optional(),
            tracking_number: orderNo.optional(),
            tracking_url: url,
            items_cost: cost.optional(),
            shipping_cost: cost.optional(),
          }),
        )
        .min(1)
        .max(MOST_PASTED),
    }),
    limits: { bytes: 1024 * 1024, items: 1_000, keys: 8_000 },
    data: z.object({
      items: z.array(
        z.object({
          /** Position in the request, from 0. */
          row: z.int(),
          /** recorded: a new purchase; changed: an earlier one with this number was updated. */
          status: z.enum(['recorded', 'changed', 'refused']),
          order_id: idSchema.nullable(),
          problem: problemSchema.nullable(),
          /** The field at fault. */
          field: z.string().nullable(),
        }),
      ),
    }),
    perMinute: 60,
  }),
  fail: call({
    id: 'C259',
    method: 'PUT',
    path: '/orders/v4/update-to-fail',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Mark a purchase made at a marketplace as failed: its unshipped lines can be bought again.',
    body: z.strictObject({ supplier_order_id: idSchema }),
    data: z.object({ line_item_ids: z.array(idSchema) }),
  }),
  reportError: call({
    id: 'C274',
    method: 'POST',
    path: '/orders/place-order-error',
    access: 'workplace',
    needs: 'orders.change',
    summary: "Report why lines couldn't be bought at a marketplace: they wait with that reason.",
    body: z.strictObject({
      order_id: idSchema,
      line_item_ids: lineIds.optional(),
      source: z.enum(MANUAL_SUPPLIERS),
      code: z.enum(PLACE_ERROR_CODES),
    }),
    data: z.object({ line_item_ids: z.array(idSchema) }),
  }),
};
export type ManualPurchaseInput = z.output<typeof manualPurchases.record.body>;
export type PastedPurchase = z.output<typeof manualPurchases.paste.body>['items'][number];

import { z } from 'zod';
import { ORDER_STATES } from '../rules/order-states.ts';

/** What the warehouse's interface takes. Unknown fields are refused; every text has a bound. */
const text = (max: number) => z.string().max(max);
export const id = z.uuid();
export const country = z.string().regex(/^[A-Z]{2}$/);
const count = (max: number, standard: number) => z.coerce.number().int().min(1).max(max).default(standard);
const cursor = text(300).optional();
const variantId = text(100).min(1);
const quantity = z.int().min(1).max(10_000);

/** Missing parts are the warehouse's to name (error_save_all_address), hence all optional here. */
const address = z.strictObject({
  first_name: text(100).optional(),
  last_name: text(100).optional(),
  company: text(100).optional(),
  address1: text(200).optional(),
  address2: text(200).optional(),
  city: text(100).optional(),
  province: text(100).optional(),
  province_code: text(20).optional(),
  postal_code: text(20).optional(),
  country_code: text(2).optional(),
  phone: text(40).optional(),
  email: text(200).optional(),
});

export const productsQuery = z.strictObject({
  cursor,
  since: z.iso.datetime().optional(),
  size: count(200, 50),
  word: text(200).optional(),
  category: text(300).optional(),
  cost_from: z.coerce.number().int().min(0).optional(),
  cost_to: z.coerce.number().int().min(0).optional(),
  ship_to: country.optional(),
});

export const stockBody = z.strictObject({ variant_ids: z.array(variantId).min(1).max(500) });

export const quoteBody = z.strictObject({
  country_code: country,
  postal_code: text(20).optional(),
  lines: z
    .array(z.strictObject({ variant_id: variantId, quantity }))
    .min(1)
    .max(200),
});

/** The customer's own name of one of his accounts; the empty one where he has but one. */
const account = text(100)
  .regex(/^[\x21-\x7e]*$/)
  .default('');

export const webhookBody = z.strictObject({
  account,
  address: z.url({ protocol: /^https?$/ }).max(1_000),
  secret: text(200).min(16),
});

export const orderBody = z.strictObject({
  account,
  order_name: text(200),
  address,
  shipping_service: text(100),
  lines: z
    .array(z.strictObject({ ref: text(100).min(1), variant_id: variantId, quantity }))
    .min(1)
    .max(200),
});

export const ordersQuery = z.strictObject({
  reference: text(100).optional(),
  updated_after: z.iso.datetime().optional(),
  cursor,
  size: count(100, 50),
});

export const paymentBody = z.strictObject({
  reference: text(100).min(1),
  amount: z.strictObject({ amount: z.int().min(1), currency: z.string().regex(/^[A-Z]{3}$/) }),
});

export const cancelBody = z.strictObject({ reason: text(500) });
export const erasureBody = z.strictObject({
  references: z.array(text(100).min(1)).min(1).max(100),
  /** Erases orders that are still to be packed or sent as well. */
  force: z.boolean().default(false),
});

export const importQuery = z.strictObject({ file_name: text(200).min(1) });

export const nothing = z.strictObject({});

export const staffQuery = z.strictObject({
  states: text(100)
    .transform((states) => states.split(','))
    .pipe(z.array(z.enum(ORDER_STATES))),
  cursor: id.optional(),
  size: count(100, 50),
});

const shipmentState = z.enum([
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivered',
  'expired',
  'delivery_failure',
  'exception',
]);

export const parcelBody = z.strictObject({
  carrier: text(100).min(1),
  tracking_number: text(100).min(1),
  tracking_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  at: z.iso.datetime().optional(),
  lines: z
    .array(z.strictObject({ line_no: z.int().min(1), quantity }))
    .min(1)
    .max(200)
    .optional(),
});

export const eventBody = z.strictObject({
  state: shipmentState,
  description: text(500).min(1),
  location: text(200).optional(),
  at: z.iso.datetime().optional(),
});

export const refuseBody = z.strictObject({ reason: text(500).min(1) });

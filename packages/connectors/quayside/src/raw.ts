import { z } from 'zod';

/** The shapes of the warehouse's interface (see apps/server/src/features/warehouse/README.md). */
const money = z.object({ amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) });
const days = z.object({ min: z.int(), max: z.int() });
const text = z.string().nullable();

export const account = z.object({ name: z.string(), mode: z.enum(['live', 'sandbox']) });

export const categories = z.object({
  items: z.array(z.object({ id: z.string(), parent_id: text, name: z.string() })),
});

export const product = z.object({
  id: z.string(),
  title: z.string(),
  description_html: z.string(),
  category_path: z.array(z.string()),
  images: z.array(z.string()),
  options: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.string(), image_url: z.string().optional() })),
    }),
  ),
  specifications: z.array(z.object({ name: z.string(), value: z.string() })),
  suggested_price: money.nullable(),
  rating: z.number().nullable(),
  reviews_count: z.int().nullable(),
  order_volume: z.int().nullable(),
  listings_count: z.int().nullable(),
  ship_countries: z.array(z.string()),
  ships_from: z.string().optional(),
  made_in: text.optional(),
  free_shipping_to: z.array(z.string()).optional(),
  us_days: z.int().nullish(),
  shipping_zones: z.array(z.object({ zone: z.string(), amount: money, delivery_days: days })).optional(),
  updated_at: z.string(),
  variants: z
    .array(
      z.object({
        id: z.string(),
        sku: z.string(),
        /** Missing from warehouses of earlier versions. */
        barcode: text.optional(),
        option_values: z.array(z.string()),
        cost: money,
        weight_grams: z.int(),
        image_url: text,
        stock: z.int(),
      }),
    )
    .min(1),
});
export type RawProduct = z.output<typeof product>;

export const products = z.object({
  items: z.array(product),
  next_cursor: text,
  /** Missing from warehouses of earlier versions. */
  removed: z.array(z.string()).optional(),
});

export const stock = z.object({
  items: z.array(z.object({ variant_id: z.string(), stock: z.int(), cost: money })),
});

export const zones = z.object({
  items: z.array(z.object({ code: z.string(), countries: z.array(z.string()), price_list: z.string().optional() })),
});

export const quote = z.object({
  options: z.array(
    z.object({
      name: z.string(),
      amount: money,
      processing_days: days,
      delivery_days: days,
      tracked: z.boolean(),
    }),
  ),
});

const shipmentState = z.enum([
  'not_found',
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivered',
  'expired',
  'delivery_failure',
  'exception',
]);

export const payment = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'refund']),
  reference: z.string(),
  amount: money,
  /** Missing from warehouses of earlier versions. */
  at: z.string().optional(),
});

export const order = z.object({
  id: z.string(),
  number: z.string(),
  reference: z.string(),
  state: z.enum(['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled']),
  items_cost: money,
  shipping_cost: money,
  total: money,
  cancel_reason: text,
  created_at: z.string().optional(),
  paid_at: text,
  lines: z.array(
    z.object({
      variant_id: z.string(),
      quantity: z.int(),
      shipped: z.int(),
      state: z.enum(['open', 'refused']),
      reason: text,
    }),
  ),
  payments: z.array(payment),
  parcels: z.array(
    z.object({
      id: z.string(),
      carrier: z.string(),
      tracking_number: z.string(),
      tracking_url: text,
      state: shipmentState,
      lines: z.array(z.object({ variant_id: z.string(), quantity: z.int() })),
      events: z.array(z.object({ at: z.string(), state: shipmentState, description: z.string(), location: text })),
    }),
  ),
});
export type RawOrder = z.output<typeof order>;

export const orders = z.object({ items: z.array(order), next_cursor: text });
export const erasures = z.object({ under_way: z.array(z.string()) });
export const anything = z.unknown();

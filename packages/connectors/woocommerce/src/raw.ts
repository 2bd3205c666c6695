import { z } from 'zod';

/** Shapes of WooCommerce REST v3, as far as they are read. Checked against WooCommerce 9.2 and 10.5. */

const decimal = z.union([z.string(), z.number()]);
const id = z.number().int();

const metaEntry = z.object({ key: z.string(), value: z.unknown() });
/** PHP writes an empty list where nothing is, and plug-ins write what they like: entries of another form are left out. */
const meta = z.array(z.unknown()).transform((list) =>
  list.flatMap((entry) => {
    const parsed = metaEntry.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  }),
);
export type Meta = z.output<typeof meta>;

export const rawError = z.object({
  code: z.string(),
  message: z.string().default(''),
  data: z
    .object({ status: z.number().optional(), resource_id: z.number().optional(), params: z.unknown().optional() })
    .loose()
    .nullish()
    .catch(undefined),
});
export type RawError = z.output<typeof rawError>;

const image = z.object({ id, src: z.string(), alt: z.string().nullish() });

const term = z.object({ id, name: z.string().default(''), slug: z.string().default('') });
const attribute = z.object({
  /** 0 for an attribute of this product alone. */
  id: id.default(0),
  name: z.string(),
  position: z.number().default(0),
  visible: z.boolean().default(false),
  variation: z.boolean().default(false),
  options: z.array(z.string()).default([]),
});
export type RawAttribute = z.output<typeof attribute>;

/** What a simple product and a variation have alike, as far as merchants edit it. */
const selling = {
  sku: z.string().default(''),
  regular_price: decimal.nullish(),
  sale_price: decimal.nullish(),
  /** Missing before WooCommerce 9.1. */
  global_unique_id: z.string().default(''),
  weight: decimal.nullish(),
  /** "parent" of a variation that follows its product. */
  manage_stock: z.union([z.boolean(), z.string()]).default(false),
  backorders: z.string().default('no'),
  /** Only where it was asked for. */
  stock_quantity: z.number().nullish(),
};

export const rawProduct = z.object({
  id,
  type: z.string(),
  status: z.string(),
  name: z.string().default(''),
  description: z.string().default(''),
  slug: z.string().default(''),
  permalink: z.string().default(''),
  ...selling,
  /** In the shop's own unit; empty: not set. */
  dimensions: z.object({ length: decimal.nullish(), width: decimal.nullish(), height: decimal.nullish() }).default({}),
  parent_id: id.default(0),
  images: z.array(image).default([]),
  tags: z.array(term).default([]),
  categories: z.array(term).default([]),
  attributes: z.array(attribute).default([]),
  meta_data: meta.default([]),
});
export type RawProduct = z.output<typeof rawProduct>;

export const rawVariation = z.object({
  id,
  ...selling,
  attributes: z
    .array(z.object({ id: id.default(0), name: z.string().default(''), option: z.string().default('') }))
    .default([]),
  /** Of a variation without a picture: its product's first one. */
  image: z.object({ id }).nullish(),
  meta_data: meta.default([]),
});
export type RawVariation = z.output<typeof rawVariation>;

const failedItem = z.object({ id: z.number().default(0), error: rawError });
/** One answer per item of a batch, in the order asked. An empty batch is answered with an empty list. */
export const rawBatch = <T extends z.ZodType>(item: T) => {
  const list = z.array(z.union([failedItem, item])).default([]);
  return z.union([
    z.array(z.never()).transform(() => ({ create: [], update: [], delete: [] })),
    z.object({ create: list, update: list, delete: list }),
  ]);
};
export type Failed = z.output<typeof failedItem>;
export const isFailed = (item: unknown): item is Failed => failedItem.safeParse(item).success;

export const rawTerm = z.object({ id, name: z.string() });
export const rawCategory = rawTerm.extend({ parent: z.number().default(0) });

const address = z.object({
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  company: z.string().default(''),
  address_1: z.string().default(''),
  address_2: z.string().default(''),
  city: z.string().default(''),
  state: z.string().default(''),
  postcode: z.string().default(''),
  country: z.string().default(''),
  phone: z.string().default(''),
  email: z.string().optional(),
});
export type RawAddress = z.output<typeof address>;

const line = z.object({
  id,
  name: z.string().default(''),
  parent_name: z.string().nullish(),
  product_id: z.number().default(0),
  variation_id: z.number().default(0),
  quantity: z.number(),
  subtotal: decimal,
  total: decimal,
  sku: z.string().nullish(),
  image: z.object({ src: z.string().nullish() }).nullish(),
  meta_data: meta.default([]),
});
export type RawLine = z.output<typeof line>;

export const rawOrder = z.object({
  id,
  number: z.union([z.string(), z.number()]),
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.string().nullish(),
  date_modified_gmt: z.string().nullish(),
  date_paid_gmt: z.string().nullish(),
  date_completed_gmt: z.string().nullish(),
  payment_method: z.string().nullish(),
  payment_method_title: z.string().nullish(),
  discount_total: decimal,
  shipping_total: decimal,
  total_tax: decimal,
  total: decimal,
  billing: address,
  shipping: address,
  customer_note: z.string().default(''),
  needs_processing: z.boolean().optional(),
  line_items: z.array(line),
  shipping_lines: z.array(z.object({ method_title: z.string().default('') })).default([]),
  fee_lines: z.array(z.object({ total: decimal })).default([]),
  refunds: z.array(z.object({ id, total: decimal })).default([]),
  meta_data: meta.default([]),
});
export type RawOrder = z.output<typeof rawOrder>;

/** The fields of an order that decide whether it may be bought; asked for alone, of a hundred orders at a time. */
export const rawOrderState = rawOrder
  .pick({
    id: true,
    status: true,
    currency: true,
    date_paid_gmt: true,
    payment_method: true,
    total: true,
    refunds: true,
  })
  .extend({ date_modified_gmt: z.string() });
export type RawOrderState = z.output<typeof rawOrderState>;
/** What of an order is needed to find the way, whatever else stands in it: plug-ins change what the shop answers. */
export const rawHead = z.looseObject({ id });
export type RawHead = z.output<typeof rawHead>;

export const rawRefund = z.object({
  id,
  amount: decimal,
  reason: z.string().nullish(),
  meta_data: meta.default([]),
  line_items: z.array(z.object({ quantity: z.number(), meta_data: meta.default([]) })).default([]),
});
export type RawRefund = z.output<typeof rawRefund>;

export const rawNote = z.object({
  id,
  note: z.string(),
  author: z.string().default(''),
  date_created_gmt: z.string(),
  customer_note: z.boolean().default(false),
});
export type RawNote = z.output<typeof rawNote>;

export const rawWebhook = z.object({
  id,
  name: z.string().default(''),
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
});

export const rawIndex = z.object({
  name: z.string().default(''),
  home: z.string().optional(),
  url: z.string().optional(),
  timezone_string: z.string().optional(),
  namespaces: z.array(z.string()),
});

export const rawStatus = z.object({
  environment: z.object({ version: z.string() }),
  settings: z.object({ currency: z.string().regex(/^[A-Z]{3}$/) }),
});

export const rawSettings = z.array(z.object({ id: z.string(), value: z.unknown() }));

export const rawCountry = z.object({
  code: z.string(),
  /** PHP turns array keys such as "12" into numbers, and the codes of states are keys. */
  states: z
    .array(z.object({ code: z.union([z.string(), z.number()]).transform(String), name: z.string() }))
    .default([]),
});

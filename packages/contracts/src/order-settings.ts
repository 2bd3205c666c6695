import { z } from 'zod';
import { call } from './call.ts';
import { countryCodeSchema, moneySchema, problemSchema, supplierSchema, timeSchema } from './shapes.ts';

/** Most rows of a rule table. */
export const MOST_SHIPPING_RULES = 50;

const serviceName = z.string().trim().min(1).max(200);
/** Minor units of US dollars. */
const cents = z.int().min(0).max(100_000_000);
const grams = z.int().min(0).max(1_000_000);

/** A row of the rule table: the first one that matches decides. null: no limit. */
export const shippingRuleSchema = z
  .strictObject({
    /** null: any country. */
    country_code: countryCodeSchema.nullable(),
    weight_from: grams.nullable(),
    weight_to: grams.nullable(),
    /** Cost of the items at the supplier. */
    cost_from: cents.nullable(),
    cost_to: cents.nullable(),
    shipping_method: serviceName,
    /** Used if the supplier doesn't offer `shipping_method` for the order. */
    otherwise: serviceName.nullable(),
  })
  .meta({ id: 'ShippingRule' });
export type ShippingRuleView = z.output<typeof shippingRuleSchema>;

const settingShape = {
  /** The warehouse orders ship from, where the supplier offers a choice; null: chosen for each order. */
  warehouse: z.string().trim().min(1).max(80).nullable(),
  /** Orders to other countries aren't placed; empty: all countries. */
  countries: z.array(countryCodeSchema).max(300),
  /** The shipping method without a matching row; null: the cheapest. */
  shipping_method: serviceName.nullable(),
  rules: z.array(shippingRuleSchema).max(MOST_SHIPPING_RULES),
};

const orderSettingSchema = z
  .object({ ...settingShape, source: supplierSchema, takes_warehouse: z.boolean() })
  .meta({ id: 'OrderPlacementSetting' });
export type OrderPlacementSetting = z.output<typeof orderSettingSchema>;

/** What a supplier last reported. Older answers are asked for again, and a live event of `suppliers` says when they came. */
const reported = {
  /** Why the supplier couldn't be asked; the items are then those known before. */
  problem: problemSchema.nullable(),
  /** The supplier was asked for the first time and hasn't responded yet. */
  pending: z.boolean(),
  /** When the supplier last responded. */
  known_at: timeSchema.nullable(),
};
const carriers = z.object({ items: z.array(z.object({ service_name: z.string() })), ...reported });
const warehouses = z.object({
  items: z.array(z.object({ code: z.string(), name: z.string(), country_code: countryCodeSchema })),
  ...reported,
});

const ofSource = z.object({ product_source: supplierSchema });
const read = { method: 'GET', access: 'workplace', needs: 'orders.read' } as const;
/** The destination that shipping methods are asked for. */
const carrierQuery = z.object({ country_code: countryCodeSchema.default('US') });

/**
 * quayside: a line goes to its product's own supplier if that is Quayside. origin: to the supplier it has.
 */
export const FULFILLMENT_PREFERENCES = ['quayside', 'origin'] as const;
const preference = z.strictObject({ preference: z.enum(FULFILLMENT_PREFERENCES) });

/** What a person did with the notice about orders fulfilled by Quayside; each is recorded once. */
const noticeSchema = z
  .object({
    viewed_at: timeSchema.nullable(),
    interacted_at: timeSchema.nullable(),
    confirmed_at: timeSchema.nullable(),
  })
  .meta({ id: 'FulfillmentNotice' });

/** Why a sample order gets its shipping method. */
export const METHOD_REASONS = ['rule', 'rule_otherwise', 'default', 'cheapest'] as const;

export const orderSettings = {
  get: call({
    ...read,
    id: 'C302',
    path: '/orders/v4/settings/{product_source}',
    summary: "Get a supplier's order placement settings.",
    params: ofSource,
    data: orderSettingSchema,
  }),
  save: call({
    id: 'C303',
    method: 'PUT',
    path: '/orders/v4/settings/{product_source}',
    access: 'workplace',
    needs: 'workspace.change',
    summary: "Save a supplier's order placement settings; they apply to orders placed afterwards.",
    params: ofSource,
    body: z.strictObject(settingShape),
    data: orderSettingSchema,
  }),
  sample: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/settings/{product_source}/sample',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Show which shipping method a sample order would get with unsaved settings.',
    params: ofSource,
    body: z.strictObject({
      settings: z.strictObject(settingShape),
      country_code: countryCodeSchema,
      weight: grams.nullable(),
      cost: cents.nullable(),
    }),
    data: z.object({
      /** The country is one that orders may be shipped to. */
      ships: z.boolean(),
      reason: z.enum(METHOD_REASONS),
      /** Index of the row that matched. */
      row: z.int().nullable(),
      shipping_method: z.string().nullable(),
      /** The imported item whose shipping was asked for; null: none of the supplier, or no response. */
      item: z.object({ title: z.string(), variant_title: z.string().nullable() }).nullable(),
      /** The supplier was asked about that country and hasn't responded yet; a live event of `suppliers` says when it has. */
      pending: z.boolean(),
      /** The methods that the supplier is known to offer to that country; empty: unknown. */
      offered: z.array(z.object({ service_name: z.string(), amount: moneySchema })),
    }),
    perMinute: 60,
  }),
  countries: call({
    ...read,
    id: 'C304',
    path: '/orders/v4/shippings/country',
    summary: 'List the countries that an order can be shipped to.',
    data: z.object({ items: z.array(z.object({ country_code: countryCodeSchema })) }),
  }),
  carriers: call({
    ...read,
    id: 'C305',
    path: '/orders/v4/shippings/{product_source}/carrier',
    summary: "List a supplier's shipping methods.",
    params: ofSource,
    query: carrierQuery,
    data: carriers,
    perMinute: 60,
  }),
  warehouses: call({
    ...read,
    id: 'C306',
    path: '/orders/v4/shippings/{product_source}/warehouse',
    summary: "List a supplier's warehouses, if orders can name one.",
    params: ofSource,
    data: warehouses,
    perMinute: 60,
  }),
  aliexpressCarriers: call({
    ...read,
    id: 'C271',
    path: '/logistics/aliexpress',
    summary: 'List shipping methods of AliExpress, where its connector is installed.',
    query: carrierQuery,
    data: carriers,
    perMinute: 60,
  }),
  cjCarriers: call({
    ...read,
    id: 'C272',
    path: '/logistics/cj',
    summary: 'List shipping methods of CJ Dropshipping.',
    query: carrierQuery,
    data: carriers,
    perMinute: 60,
  }),
  cjWarehouses: call({
    ...read,
    id: 'C273',
    path: '/logistics/cj/warehouses',
    summary: 'List warehouses of CJ Dropshipping.',
    data: warehouses,
    perMinute: 60,
  }),
  notice: call({
    id: 'own',
    method: 'GET',
    path: '/auth/account/quayside-fulfillment',
    access: 'account',
    summary: 'Get what you did with the notice about orders fulfilled by Quayside.',
    data: noticeSchema,
  }),
  noticeViewed: call({
    id: 'C261',
    method: 'PUT',
    path: '/auth/account/quayside-fulfillment/view',
    access: 'account',
    summary: 'Record that you saw the notice about orders fulfilled by Quayside.',
    data: noticeSchema,
  }),
  noticeInteracted: call({
    id: 'C262',
    method: 'PUT',
    path: '/auth/account/quayside-fulfillment/interact',
    access: 'account',
    summary: 'Record that you used the notice about orders fulfilled by Quayside.',
    data: noticeSchema,
  }),
  noticeConfirmed: call({
    id: 'C263',
    method: 'PUT',
    path: '/auth/account/quayside-fulfillment/confirm',
    access: 'account',
    summary: 'Record that you confirmed the notice about orders fulfilled by Quayside.',
    data: noticeSchema,
  }),
  preference: call({
    ...read,
    id: 'own',
    path: '/orders/v4/fulfillment-preference',
    summary: 'Get which supplier the orders of the workspace go to.',
    data: preference,
  }),
  savePreference: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v4/fulfillment-preference',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save which supplier the orders of the workspace go to from now on.',
    body: preference,
    data: preference,
  }),
};

import { z } from 'zod';
import { call } from './call.ts';
import { DAYS_NEEDED, PLACEMENT_STATUSES, periodNeedsDays } from './orders.ts';
import { idSchema, moneySchema, queryInt, supplierSchema, timeSchema } from './shapes.ts';

/** Period presets of figures (rule B340); `another_time` takes from_date and to_date, at most 366 days. */
export const ANALYSIS_PERIODS = ['today', '7_days', '30_days', '60_days', '90_days', 'another_time'] as const;
/** Sections with a summary: the tabs of the order area (rule B338). */
export const ORDER_SECTIONS = ['placement', 'shipment', 'refund'] as const;
/** Orders per page of the preview (rule B411), and the last page that can be read. */
export const ANALYSIS_PAGE = 25;
const LAST_PAGE = 40;
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const day = z.iso.date();
const filterShape = {
  period: z.enum(ANALYSIS_PERIODS).default('30_days'),
  /** Days in the workspace's time zone, both included. */
  from_date: day.optional(),
  to_date: day.optional(),
  store_id: idSchema.optional(),
  /** `all`, or the id of a supplier: orders with an item from it. */
  source: supplierSchema.default('all'),
  /** Orders with a parcel of this carrier. */
  carrier: z.string().trim().min(1).max(80).optional(),
};
interface Days {
  period?: string;
  from_date?: string | undefined;
  to_date?: string | undefined;
}
const isShort = ({ from_date: from, to_date: to }: Days): boolean =>
  !from || !to || (Date.parse(to) - Date.parse(from)) / DAY_MS < MOST_DAYS;
const TOO_LONG = { error: 'ORDER_PERIOD_TOO_LONG', path: ['from_date'] };

const filter = z.object(filterShape).refine(periodNeedsDays, DAYS_NEEDED).refine(isShort, TOO_LONG);
export type AnalysisQuery = z.output<typeof filter>;

const soldShape = {
  orders: z.int(),
  sales: moneySchema,
  /** Cost of the orders with a fully known cost; null: none. */
  cost: moneySchema.nullable(),
  profit: moneySchema.nullable(),
};

const sectionSummary = z
  .object({
    section: z.enum(ORDER_SECTIONS),
    /** Number of orders, parcels or refunds by state. */
    counts: z.array(z.object({ state: z.string(), count: z.int() })),
    /** Total amounts, one per currency: placement: cost of supplier orders; refund: refunded amounts. */
    amounts: z.array(moneySchema),
  })
  .meta({ id: 'OrderSectionSummary' });
export type OrderSectionSummary = z.output<typeof sectionSummary>;

/** Steps towards the first order, in order. */
export const ORDER_ONBOARDING_STEPS = ['store', 'product', 'order', 'place', 'ship'] as const;

export const orderAnalyses = {
  onboarding: call({
    id: 'C244',
    method: 'GET',
    path: '/orders/v5/onboarding',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'Get which steps towards the first shipped order are done: store, listed product, order, placement, parcel.',
    data: z.object({
      steps: z.array(z.object({ step: z.enum(ORDER_ONBOARDING_STEPS), done: z.boolean() })),
      /** The first open step; null: all are done. */
      next: z.enum(ORDER_ONBOARDING_STEPS).nullable(),
    }),
  }),
  section: call({
    id: 'C229',
    method: 'GET',
    path: '/orders/v5/section/{type}/summary',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'Summarize a section of the order area for days and a supplier: supplier orders and their cost, parcels by status, or refunds.',
    params: z.object({ type: z.enum(ORDER_SECTIONS) }),
    query: z
      .object({
        source: supplierSchema.default('all'),
        from_date: day,
        to_date: day,
        store_id: idSchema.optional(),
      })
      .refine((query) => query.from_date <= query.to_date, DAYS_NEEDED)
      .refine(isShort, TOO_LONG),
    data: sectionSummary,
  }),
  analyses: call({
    id: 'C231',
    method: 'GET',
    path: '/orders/v6/analyses',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "Get sales, cost and profit of a period by day, how far its orders came, and figures by supplier, carrier and country. Days follow the workspace's time zone.",
    query: filter,
    data: z.object({
      from_date: day,
      to_date: day,
      currency: z.string(),
      /** Totals include other currencies, converted at the rate of their day. */
      is_converted: z.boolean(),
      /** Orders in currencies without a rate, excluded from the amounts. */
      other_currency_orders: z.int(),
      days: z.array(z.object({ day, ...soldShape })),
      /** How many orders of the period reached each step; canceled ones are in `received` only. */
      funnel: z.object({
        received: z.int(),
        placed: z.int(),
        paid: z.int(),
        shipped: z.int(),
        delivered: z.int(),
        cancelled: z.int(),
      }),
      suppliers: z.array(
        z.object({
          source: supplierSchema,
          supplier_orders: z.int(),
          failed: z.int(),
          cost: z.array(moneySchema),
          /** Median days from placing to the first parcel; null: none shipped. */
          days_to_ship: z.number().nullable(),
        }),
      ),
      carriers: z.array(
        z.object({
          carrier: z.string(),
          parcels: z.int(),
          delivered: z.int(),
          problems: z.int(),
          /** Median days from shipping to delivery; null: none delivered. */
          days_to_deliver: z.number().nullable(),
        }),
      ),
      countries: z.array(z.object({ country_code: z.string(), orders: z.int() })),
    }),
  }),
  preview: call({
    id: 'C230',
    method: 'GET',
    path: '/orders/v6/analyses/preview',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'List the orders behind the figures of a period, newest first, with what each earned and how long it took.',
    query: z
      .object({
        ...filterShape,
        page: queryInt(1, LAST_PAGE).default(1),
        page_size: queryInt(1, 100).default(ANALYSIS_PAGE),
      })
      .refine(periodNeedsDays, DAYS_NEEDED)
      .refine(isShort, TOO_LONG),
    data: z.object({
      items: z.array(
        z.object({
          order_id: idSchema,
          name: z.string(),
          placed_at: timeSchema,
          country_code: z.string().nullable(),
          placement_status: z.enum(PLACEMENT_STATUSES),
          total: moneySchema,
          cost: moneySchema.nullable(),
          /** null: a part of the cost is unknown, or it is in another currency without a rate. */
          profit: moneySchema.nullable(),
          days_to_ship: z.number().nullable(),
          days_to_deliver: z.number().nullable(),
        }),
      ),
      has_more: z.boolean(),
    }),
  }),
  carriers: call({
    id: 'C232',
    method: 'GET',
    path: '/orders/v6/analyses/list-carriers',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the carriers of the parcels of a period, the most used first.',
    query: filter,
    data: z.object({ items: z.array(z.object({ carrier: z.string(), parcels: z.int() })) }),
  }),
};

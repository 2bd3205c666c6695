import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, moneySchema } from './shapes.ts';

/** Periods of the figures on Home, counted in whole days including today. */
export const HOME_PERIODS = ['today', '7_days', '30_days', '90_days'] as const;
export type HomePeriod = (typeof HOME_PERIODS)[number];

const soldShape = {
  orders: z.int(),
  sales: moneySchema,
  /** Cost of the orders with a fully known cost, including expected shipping; null: none. */
  cost: moneySchema.nullable(),
  profit: moneySchema.nullable(),
  /** Sales and number of those orders. */
  priced_sales: moneySchema,
  priced_orders: z.int(),
};

export const reports = {
  homeSummary: call({
    id: 'own',
    method: 'GET',
    path: '/home/summary',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "Get open tasks, and sales and profit of a period, by default the last 30 days: in the workspace's currency if it had sales in it, else in the one with the most sales. Days follow the workspace's time zone.",
    query: z.object({
      /** Absent: all stores. */
      store_id: idSchema.optional(),
      period: z.enum(HOME_PERIODS).default('30_days'),
    }),
    data: z.object({
      /** Cap of the counts: a count that reached it may be higher. */
      most: z.int(),
      to_place: z.int(),
      waiting_payment: z.int(),
      in_transit: z.int(),
      /** Orders or parcels that need attention. */
      attention: z.int(),
      /** Open shipment alerts. */
      alarms: z.int(),
      has_orders: z.boolean(),
      currency: z.string(),
      /** Totals include other currencies, converted at the rate of their day. */
      is_converted: z.boolean(),
      /** Orders in currencies without a rate, excluded from the series. */
      other_currency_orders: z.int(),
      days: z.array(z.object({ day: z.string(), ...soldShape })),
      /** Today by the hour, up to the current one, in the workspace's time zone; only for the period today. */
      hours: z.array(z.object({ hour: z.int().min(0).max(23), ...soldShape })).optional(),
    }),
  }),
};

import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, moneySchema } from './shapes.ts';

export const reports = {
  homeSummary: call({
    id: 'own',
    method: 'GET',
    path: '/home/summary',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "Get open tasks, and sales and profit of the last 30 days: in the workspace's currency if it had sales in it, else in the one with the most sales. Days follow the workspace's time zone.",
    /** Absent: all stores. */
    query: z.object({ store_id: idSchema.optional() }),
    data: z.object({
      /** Cap of the counts: a count that reached it may be higher. */
      most: z.int(),
      to_place: z.int(),
      waiting_payment: z.int(),
      in_transit: z.int(),
      /** Orders or parcels that need attention. */
      attention: z.int(),
      has_orders: z.boolean(),
      currency: z.string(),
      /** Totals include other currencies, converted at the rate of their day. */
      is_converted: z.boolean(),
      /** Orders in currencies without a rate, excluded from the series. */
      other_currency_orders: z.int(),
      days: z.array(
        z.object({
          day: z.string(),
          orders: z.int(),
          sales: moneySchema,
          /** Cost of the orders with a fully known cost, including expected shipping; null: none. */
          cost: moneySchema.nullable(),
          profit: moneySchema.nullable(),
          /** Sales and number of those orders. */
          priced_sales: moneySchema,
          priced_orders: z.int(),
        }),
      ),
    }),
  }),
};
